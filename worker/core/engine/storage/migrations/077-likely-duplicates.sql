-- What leads are compared by: a hash of a phone number, of a mailbox, or of a name with a postal code. Its last two bits say which.
CREATE TABLE duplicate_keys (
  lead_number INTEGER NOT NULL,
  duplicate_key INTEGER NOT NULL,
  PRIMARY KEY (lead_number, duplicate_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX duplicate_keys_by_key ON duplicate_keys (duplicate_key);

-- Leads that share keys. `reasons` has a bit for each kind of key; the stronger the reason, the higher its bit. `dismissed_time` is
-- when somebody said that they are two people; such a pair stays when its keys change.
CREATE TABLE duplicate_pairs (
  first_number INTEGER NOT NULL,
  second_number INTEGER NOT NULL,
  reasons INTEGER NOT NULL,
  found_time INTEGER NOT NULL,
  dismissed_time INTEGER,
  PRIMARY KEY (first_number, second_number)
) STRICT, WITHOUT ROWID;
CREATE INDEX duplicate_pairs_by_second ON duplicate_pairs (second_number);
CREATE INDEX duplicate_pairs_to_decide ON duplicate_pairs (reasons, second_number, first_number)
  WHERE dismissed_time IS NULL;
CREATE INDEX duplicate_pairs_dismissed ON duplicate_pairs (dismissed_time, second_number, first_number)
  WHERE dismissed_time IS NOT NULL;

-- The change up to which leads have been compared, and the fields that were read as postal codes (JSON).
CREATE TABLE duplicate_progress (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  change_number INTEGER NOT NULL,
  postal_fields TEXT NOT NULL
) STRICT;
INSERT INTO duplicate_progress (only_row, change_number, postal_fields) VALUES (1, 0, '[]');
