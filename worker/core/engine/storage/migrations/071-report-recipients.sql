-- People outside the company who get reports by mail once they have confirmed their address by a link. `token_hash` is the SHA-256 of
-- the secret in the link. The retention deletes by `used_time`: the last question, answer or report.
CREATE TABLE report_recipients (
  recipient_id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  state_time INTEGER NOT NULL,
  questions INTEGER NOT NULL,
  asked_time INTEGER NOT NULL,
  token_hash TEXT UNIQUE,
  used_time INTEGER NOT NULL,
  last_error TEXT
) STRICT;

CREATE INDEX report_recipients_by_time ON report_recipients (used_time);

-- Mail to them that waits: the question (without a report), or a report, whose days are in `path`. A letter goes once it is settled.
CREATE TABLE report_letters (
  letter_id TEXT PRIMARY KEY,
  recipient_id TEXT NOT NULL REFERENCES report_recipients (recipient_id) ON DELETE CASCADE,
  report_id TEXT,
  path TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  next_attempt_time INTEGER NOT NULL
) STRICT;

CREATE INDEX report_letters_by_time ON report_letters (next_attempt_time);
CREATE INDEX report_letters_by_recipient ON report_letters (recipient_id);

UPDATE saved_reports SET schedule = json_set(schedule, '$.emails', json('[]')) WHERE schedule IS NOT NULL;
