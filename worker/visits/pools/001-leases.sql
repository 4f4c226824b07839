-- The last lease of each number that was ever given. `holder` is the visit's id, else `network`, the keyed hash of the visitor's
-- network; times are milliseconds since the epoch.
CREATE TABLE leases (
  number TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  network TEXT NOT NULL,
  begun INTEGER NOT NULL,
  ends INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Counts of the last four weeks, by the hour: leases that began, visitors who found all numbers leased, and the time for which
-- numbers were leased.
CREATE TABLE hours (
  hour INTEGER PRIMARY KEY,
  leases INTEGER NOT NULL,
  overflows INTEGER NOT NULL,
  held_ms INTEGER NOT NULL
) STRICT;
