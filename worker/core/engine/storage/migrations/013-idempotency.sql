-- Answers to writes that came with an Idempotency-Key, for a day: written with the change, so that a repetition finds the
-- one if and only if the other happened. Of key and request there are hashes only.
CREATE TABLE idempotent_answers (
  caller TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  PRIMARY KEY (caller, key_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotent_answers_by_time ON idempotent_answers (created_time);
