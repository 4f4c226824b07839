-- The stream of changes: what happened to the company, in order, written with the change itself. Numbers are never given
-- twice, so a consumer's position keeps its meaning. `data` is what cannot be read elsewhere; leads, events and users are
-- read as they are when the stream is.
CREATE TABLE changes (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  change_time INTEGER NOT NULL,
  actor TEXT NOT NULL,
  request_id TEXT NOT NULL,
  lead_id TEXT,
  event_id TEXT,
  data TEXT NOT NULL
) STRICT;
CREATE INDEX changes_by_lead ON changes (lead_id) WHERE lead_id IS NOT NULL;

-- Who did what to whom, for a year: settings, people, keys, exports, erasures, sign-ins and refusals.
CREATE TABLE audit (
  audit_number INTEGER PRIMARY KEY,
  audit_time INTEGER NOT NULL,
  actor TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  request_id TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_time ON audit (audit_time);
