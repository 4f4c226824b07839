-- Visits in the order in which they were reported. Rows are never deleted, and `time` never falls, so that a time is found by
-- halving the numbers. There is no index: each would cost another row for each visit.
-- `day` is the day of the count in the company's zone; NULL: another month has counted the visit.
-- `numbers` is JSON, NULL if the page showed only `number`. `touch` is JSON: source, campaign, landing page, click ids; NULL
-- without consent, and once the person is erased, as is `visit_id`. Texts are empty when unknown.
CREATE TABLE visits (
  visit_number INTEGER PRIMARY KEY,
  time INTEGER NOT NULL,
  seen_time INTEGER NOT NULL,
  day TEXT,
  visit_id TEXT,
  source TEXT NOT NULL,
  campaign TEXT NOT NULL,
  location_id TEXT NOT NULL,
  number TEXT NOT NULL,
  numbers TEXT,
  touch TEXT
) STRICT;

-- Taps, in the same way. `visit_number` is the visit's row if this month has it. An erased tap has no number.
CREATE TABLE taps (
  tap_number INTEGER PRIMARY KEY,
  time INTEGER NOT NULL,
  number TEXT NOT NULL,
  target TEXT NOT NULL,
  visit_id TEXT,
  visit_number INTEGER,
  page TEXT
) STRICT;

-- Leases of pool numbers. A renewal moves `until_time`.
CREATE TABLE leases (
  number TEXT NOT NULL,
  from_time INTEGER NOT NULL,
  until_time INTEGER NOT NULL,
  visit_id TEXT,
  PRIMARY KEY (number, from_time)
) STRICT, WITHOUT ROWID;
