-- The pools of numbers that the DNI settings have ever named. Each has an object of its own, which an erasure of the company
-- empties too.
CREATE TABLE pools (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
