"""The subcommands of `companion`, a module each; every module offers its click command as `command`."""
