-- Lists of calls by several filters: whatever index is taken has the columns of the other filters as well, so that calls which do
-- not match are passed over without their rows being read.
DROP INDEX calls_by_time;
DROP INDEX calls_by_number;
DROP INDEX calls_by_location;
DROP INDEX calls_by_source;
DROP INDEX calls_by_outcome;
CREATE INDEX calls_by_time ON calls (started_time, call_number, outcome, source, location_id, number, prior_calls);
CREATE INDEX calls_by_number ON calls (number, started_time, call_number, outcome, source, location_id, prior_calls);
CREATE INDEX calls_by_location ON calls (location_id, started_time, call_number, outcome, source, number, prior_calls);
CREATE INDEX calls_by_source ON calls (source, started_time, call_number, outcome, location_id, number, prior_calls);
CREATE INDEX calls_by_outcome ON calls (outcome, started_time, call_number, source, location_id, number, prior_calls);
