-- How many texts went out, by tens of minutes: of whom (`lead:<id>`, `user:<id>`, `company`, `replies`) and since when. What is an
-- hour old is deleted with the next text, and by the purge.
CREATE TABLE outgoing_texts (
  start_time INTEGER NOT NULL,
  scope TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (start_time, scope)
) STRICT, WITHOUT ROWID;
