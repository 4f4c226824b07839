-- The last imports of costs, so that they can be taken back. `rows` is a list of
-- [day, source, campaign, amount, unit, [amount, unit, own_amount, own_unit, modified_time] of the former cost or null].
CREATE TABLE cost_imports (
  import_id TEXT PRIMARY KEY,
  created_time INTEGER NOT NULL,
  rows TEXT NOT NULL
) STRICT;
