-- When a player was last seen, to within a day. Those who are there already count as seen now.
ALTER TABLE players ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE players SET seen = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
CREATE INDEX players_by_seen ON players (seen);
