-- Calls that people place from the console or the API. A row is written with the call, before the carrier is asked, and
-- goes once the carrier has taken or refused it. `asking`: nobody knows whether it has, so that it is not asked again.
CREATE TABLE calls_to_place (
  call_id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  account_id TEXT NOT NULL,
  origin TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'asking')),
  queued_time INTEGER NOT NULL,
  next_attempt_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_to_place_by_time ON calls_to_place (carrier, next_attempt_time, call_id);
