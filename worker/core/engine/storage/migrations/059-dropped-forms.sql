-- How many forms of an hour were not kept, since too many came; for 90 days. The hour is its beginning in milliseconds.
CREATE TABLE dropped_forms (
  hour INTEGER PRIMARY KEY,
  forms INTEGER NOT NULL
) STRICT;
