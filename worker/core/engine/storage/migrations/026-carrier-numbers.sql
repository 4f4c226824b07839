-- Numbers that the company has bought or imported at its carriers. A row is written before the carrier is asked, and stays until
-- the number is given back. `task` is what the carrier is still to be asked for; `next_time` is when. `asked_time` is when the
-- carrier was asked to sell it: from then on money may have been spent. `price` and `former` (the addresses before an import) are JSON.
CREATE TABLE carrier_numbers (
  number_id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  account_id TEXT NOT NULL,
  number TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('wanted', 'buying', 'unsure', 'active', 'imported', 'quarantined', 'released', 'refused')),
  is_bought INTEGER NOT NULL,
  task TEXT CHECK (task IN ('buy', 'wire', 'put_back', 'release')),
  next_time INTEGER,
  attempts INTEGER NOT NULL,
  origin TEXT NOT NULL,
  carrier_number_id TEXT,
  price TEXT NOT NULL,
  former TEXT,
  wiring TEXT NOT NULL CHECK (wiring IN ('unknown', 'ready', 'wrong', 'gone')),
  checked_time INTEGER,
  detail TEXT,
  asked_time INTEGER,
  release_time INTEGER,
  created_time INTEGER NOT NULL,
  modification_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX carrier_numbers_by_time ON carrier_numbers (carrier, next_time, number_id) WHERE next_time IS NOT NULL;
CREATE INDEX carrier_numbers_by_account ON carrier_numbers (carrier, account_id, checked_time);

-- What the company's numbers may cost in a month. One row.
CREATE TABLE number_limits (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  monthly_cap REAL NOT NULL,
  last_check_time INTEGER NOT NULL
) STRICT;
INSERT INTO number_limits VALUES (1, 100, 0);
