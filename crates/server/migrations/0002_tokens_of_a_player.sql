-- To take back the tokens of a player.
CREATE INDEX tokens_of_player ON tokens (player);
