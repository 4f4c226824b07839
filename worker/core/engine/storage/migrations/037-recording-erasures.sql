-- Recordings of erased people, which the carrier is asked to delete: nothing of the person or the call is left in here.
CREATE TABLE recording_erasures (
  carrier TEXT NOT NULL,
  recording_id TEXT NOT NULL,
  failures INTEGER NOT NULL,
  next_attempt_time INTEGER NOT NULL,
  PRIMARY KEY (carrier, recording_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recording_erasures_by_time ON recording_erasures (next_attempt_time);
