-- Reports that people saved under a name. `query` is the query of the report as a JSON object of its parameters. A shared report is
-- for all managers and super admins, another one for its owner alone.
CREATE TABLE saved_reports (
  report_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  is_shared INTEGER NOT NULL,
  owner_id TEXT,
  version INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  modified_time INTEGER NOT NULL
) STRICT;

CREATE INDEX saved_reports_by_owner ON saved_reports (owner_id);
