-- Whose turn it is to ring first: when the phones of a user (by id) or a number rang last, and rang first in a call. For 90 days.
-- Counted in milliseconds since the epoch, but so that no two turns have the same.
CREATE TABLE ring_turns (
  phone TEXT PRIMARY KEY,
  rung_time INTEGER NOT NULL,
  first_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ring_turns_by_time ON ring_turns (rung_time);
