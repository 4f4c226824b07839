-- New leads wait for the index of texts. Leads are numbered as they come, so one number says which: those from next_number on.
CREATE TABLE lead_texts_waiting (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  next_number INTEGER NOT NULL
) STRICT;
INSERT INTO lead_texts_waiting
  SELECT 1, iif(next_number <= last_number, next_number, (SELECT coalesce(max(lead_number), 0) + 1 FROM leads))
  FROM lead_texts_backlog;
DROP TABLE lead_texts_backlog;
