-- Players and the hashes of their tokens. A token itself is nowhere.
CREATE TABLE players (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

-- `selector` is the first half of the token's SHA-256, by which it is found; the whole is compared afterwards.
CREATE TABLE tokens (
    selector BLOB PRIMARY KEY,
    digest   BLOB NOT NULL,
    player   TEXT NOT NULL REFERENCES players (id),
    created  INTEGER NOT NULL
) WITHOUT ROWID;

-- What happens at the tables that are in play, in the order in which it was written.
-- It has no index but its order: a line costs a few bytes at the end of the file, whichever table it is of.
-- It is read as a whole, when the house opens.
CREATE TABLE journal (
    seq       INTEGER PRIMARY KEY,
    table_id  TEXT NOT NULL,
    n         INTEGER NOT NULL,
    entry     TEXT NOT NULL
);

-- The whole journals of tables that have been cleared away, a line an entry.
CREATE TABLE archive (
    table_id TEXT PRIMARY KEY,
    entries  TEXT NOT NULL,
    archived INTEGER NOT NULL
) WITHOUT ROWID;

-- Which players sat at which tables that have been cleared away.
CREATE TABLE archived_seats (
    player   TEXT NOT NULL,
    table_id TEXT NOT NULL,
    archived INTEGER NOT NULL,
    PRIMARY KEY (player, table_id)
) WITHOUT ROWID;
