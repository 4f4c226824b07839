-- Numbers at carriers get the state `pending`: the carrier has accepted the order and has not delivered the number yet.
-- `ordered_time` is when a number was last ordered here, and part of the reference by which the order is found at the carrier.
-- Until `unsettled_until`, a request without an answer may still act at the carrier. Numbers that were refused or given back are
-- deleted after a time.
CREATE TABLE new_carrier_numbers (
  number_id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  account_id TEXT NOT NULL,
  number TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('wanted', 'buying', 'unsure', 'pending', 'active', 'imported', 'quarantined', 'released', 'refused')),
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
  ordered_time INTEGER,
  asked_time INTEGER,
  unsettled_until INTEGER NOT NULL,
  release_time INTEGER,
  created_time INTEGER NOT NULL,
  modification_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO new_carrier_numbers
SELECT number_id, carrier, account_id, number, name, state, is_bought, task, next_time, attempts, origin, carrier_number_id, price,
  former, wiring, checked_time, detail, iif(is_bought = 1, created_time, NULL), asked_time, 0, release_time, created_time,
  modification_time
FROM carrier_numbers;
DROP TABLE carrier_numbers;
ALTER TABLE new_carrier_numbers RENAME TO carrier_numbers;
CREATE INDEX carrier_numbers_by_time ON carrier_numbers (carrier, next_time, number_id) WHERE next_time IS NOT NULL;
CREATE INDEX carrier_numbers_by_account ON carrier_numbers (carrier, account_id, checked_time);
CREATE INDEX carrier_numbers_by_end ON carrier_numbers (modification_time) WHERE state IN ('refused', 'released');
