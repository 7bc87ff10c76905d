-- A secret of this database, with which the addresses are hashed that tables were set up from.
CREATE TABLE secret (value BLOB NOT NULL);
INSERT INTO secret VALUES (randomblob(32));
