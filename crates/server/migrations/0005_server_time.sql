-- How long servers have run on this database, in milliseconds. From now on `seen` of a player is counted in it, and not
-- in the time of day: that can be set to anything, and would then have guests forgotten who were here yesterday.
CREATE TABLE server_time (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    moment   INTEGER NOT NULL
);
INSERT INTO server_time SELECT 1, COALESCE(MAX(seen), 0) FROM players;
-- Those who are there already count as seen now.
UPDATE players SET seen = (SELECT moment FROM server_time);
