-- Numbers of pools that the last site check of a page has found in its HTML, where every visitor sees them.
CREATE TABLE printed_numbers (
  page TEXT NOT NULL,
  number TEXT NOT NULL,
  checked_time INTEGER NOT NULL,
  PRIMARY KEY (page, number)
) STRICT, WITHOUT ROWID;
