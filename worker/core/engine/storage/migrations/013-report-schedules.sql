-- When saved reports are made and sent. `schedule` is JSON. `run_time` is the due time, or a later one after a failure; `last_day`
-- is the last day, in the company's zone, whose report is done, as a number since 1970-01-01.
ALTER TABLE saved_reports ADD COLUMN schedule TEXT;
ALTER TABLE saved_reports ADD COLUMN due_time INTEGER;
ALTER TABLE saved_reports ADD COLUMN run_time INTEGER;
ALTER TABLE saved_reports ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE saved_reports ADD COLUMN last_day INTEGER;
ALTER TABLE saved_reports ADD COLUMN last_time INTEGER;
ALTER TABLE saved_reports ADD COLUMN last_error TEXT;

CREATE INDEX saved_reports_by_run_time ON saved_reports (run_time) WHERE run_time IS NOT NULL;
