"""The page, the log and the commands: what people at the table meet."""
