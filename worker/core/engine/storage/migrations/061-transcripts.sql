-- What was said in calls. Goes with its call.
CREATE TABLE transcripts (
  call_id TEXT PRIMARY KEY REFERENCES calls (call_id) ON DELETE CASCADE,
  -- The recording at the carrier that it is of; empty for a transcript from elsewhere.
  recording_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'failed', 'deleted')),
  -- Seconds of the recording, which count for the month.
  seconds INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  next_attempt_time INTEGER,
  engine TEXT,
  language TEXT,
  segments TEXT NOT NULL,
  redactions INTEGER NOT NULL,
  error TEXT,
  modification_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX transcripts_due ON transcripts (next_attempt_time) WHERE next_attempt_time IS NOT NULL;

-- Seconds that engines were given, by month: yyyy-mm in UTC.
CREATE TABLE transcript_usage (
  month TEXT PRIMARY KEY,
  seconds INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
