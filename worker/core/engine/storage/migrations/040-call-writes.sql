-- A callback writes fewer pages. A call is not in the index by outcome before it has one: those that go on have an index of their own.
-- Carriers' requests are numbered as they come, so the oldest is the first.
DROP INDEX calls_by_outcome;
CREATE INDEX calls_by_outcome ON calls (outcome, started_time, call_number, source, location_id, number, prior_calls)
  WHERE outcome IS NOT NULL;
DROP INDEX carrier_requests_by_time;
