-- Forms that visitors have sent on the company's site. `event_id` is the event on the timeline of the lead; NULL for a form
-- without an e-mail address and a phone number, which is only counted. The answers are in the event. `submission_id` is the
-- browser's. `spam` is a JSON list of reasons, `made_lead` says whether the lead was made by the form, `visit` is its
-- attribution, JSON as in `calls`.
CREATE TABLE forms (
  form_number INTEGER PRIMARY KEY AUTOINCREMENT,
  form_id TEXT NOT NULL UNIQUE,
  submission_id TEXT NOT NULL,
  form TEXT NOT NULL,
  page TEXT,
  source TEXT NOT NULL,
  sent_time INTEGER NOT NULL,
  modification_time INTEGER NOT NULL,
  is_confirmed INTEGER NOT NULL,
  spam TEXT NOT NULL,
  made_lead INTEGER NOT NULL,
  event_id TEXT,
  visit_id TEXT,
  visit TEXT
) STRICT;
CREATE INDEX forms_by_time ON forms (sent_time, form_number);
CREATE INDEX forms_by_event ON forms (event_id) WHERE event_id IS NOT NULL;
-- No erasure of a lead reaches these, so they are kept for a limited time.
CREATE INDEX forms_without_lead ON forms (sent_time) WHERE event_id IS NULL;
-- The ids of other services in visits have a retention.
CREATE INDEX forms_with_ids ON forms (sent_time) WHERE visit ->> '$.visit.ids' IS NOT NULL;
