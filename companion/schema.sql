-- The log (entries) is the only truth and is only ever added to; a session's state is the fold of its log.

CREATE TABLE sessions (
    id       INTEGER PRIMARY KEY,
    game     TEXT    NOT NULL,
    seats    INTEGER NOT NULL,
    options  TEXT    NOT NULL,            -- JSON object
    players  TEXT    NOT NULL,            -- JSON array of names, by seat
    created  TEXT    NOT NULL,            -- ISO 8601, UTC
    revision INTEGER NOT NULL DEFAULT 0   -- grows with every write: what a page compares itself with
);

CREATE TABLE stills (
    id          INTEGER PRIMARY KEY,
    session     INTEGER NOT NULL REFERENCES sessions (id),
    at          TEXT    NOT NULL,
    length      INTEGER NOT NULL,         -- of the log it was judged against
    picture     BLOB    NOT NULL,         -- JPEG, upright
    reading     TEXT    NOT NULL,         -- JSON
    corrections TEXT    NOT NULL,         -- JSON object: place -> face, or null where nothing lies
    finding     TEXT    NOT NULL,
    verdict     TEXT    NOT NULL,         -- JSON
    pieces      INTEGER NOT NULL,         -- how many pieces were read in their places
    wrong       INTEGER NOT NULL          -- how many of those people corrected
);
CREATE INDEX stills_by_session ON stills (session, id);

CREATE TABLE entries (
    session INTEGER NOT NULL REFERENCES sessions (id),
    seq     INTEGER NOT NULL,             -- 1, 2, 3, ... without a gap
    at      TEXT    NOT NULL,
    op      TEXT    NOT NULL CHECK (op IN ('play', 'undo', 'amend')),
    target  INTEGER,                      -- the seq of the play that an undo or amend concerns
    seat    INTEGER,
    move    TEXT    NOT NULL,             -- notation; of an undo, what was taken back
    source  TEXT    NOT NULL CHECK (source IN ('camera', 'person')),
    still   INTEGER REFERENCES stills (id),
    PRIMARY KEY (session, seq)
) WITHOUT ROWID;

CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entries_are_never_removed BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
