-- Calls and messages whose visit is still to be found in the evidence of the months. An item leaves the table when the evidence
-- has answered, or after the last try. `kind` is `call` or `text`.
CREATE TABLE waiting_attributions (
  due_time INTEGER NOT NULL,
  item_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  tries INTEGER NOT NULL,
  PRIMARY KEY (due_time, item_id)
) STRICT, WITHOUT ROWID;

-- The attribution of a message, JSON as in `calls`; NULL while only the number is known.
ALTER TABLE texts ADD COLUMN visit TEXT;

-- Visits of erased people, until the evidence has deleted them. `begun_time` says in which months they are.
CREATE TABLE evidence_erasures (
  visit_id TEXT PRIMARY KEY,
  begun_time INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  due_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_erasures_by_time ON evidence_erasures (due_time);

-- Visits of a day, in the company's zone, by source, campaign, location and number; empty: unknown. `month` (UTC) names the
-- object that has counted them, which replaces its counts of a day as a whole.
CREATE TABLE visit_counts (
  day TEXT NOT NULL,
  month TEXT NOT NULL,
  source TEXT NOT NULL,
  campaign TEXT NOT NULL,
  location_id TEXT NOT NULL,
  number TEXT NOT NULL,
  visits INTEGER NOT NULL,
  PRIMARY KEY (day, month, source, campaign, location_id, number)
) STRICT, WITHOUT ROWID;
