-- What carriers keep of erased people and are asked to delete: recordings by their id, files of texts by their address. Nothing of the
-- person or the call is left in here.
CREATE TABLE carrier_erasures (
  carrier TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('recording', 'media')),
  file TEXT NOT NULL,
  failures INTEGER NOT NULL,
  next_attempt_time INTEGER NOT NULL,
  PRIMARY KEY (carrier, kind, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX carrier_erasures_by_time ON carrier_erasures (next_attempt_time);
INSERT INTO carrier_erasures
  SELECT carrier, 'recording', recording_id, failures, next_attempt_time FROM recording_erasures;
DROP TABLE recording_erasures;

-- Calls and texts that were erased, as hashes of what their carriers call them: what is told of one later is not kept.
CREATE TABLE erased_tellings (
  digest TEXT PRIMARY KEY,
  erased_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX erased_tellings_by_time ON erased_tellings (erased_time);

-- Calls and texts that no erasure of a lead reaches are kept for a time.
CREATE INDEX calls_without_lead ON calls (started_time) WHERE event_id IS NULL;
CREATE INDEX texts_without_lead ON texts (sent_time) WHERE event_id IS NULL;
