-- What an erasure looks for. Kept answers say which leads they are about, also where they do not name them. The log and the history of the
-- settings say who acted or whose key did, so that a name is found after the key is gone.
ALTER TABLE idempotent_answers ADD COLUMN leads TEXT NOT NULL DEFAULT '[]';
ALTER TABLE audit ADD COLUMN user_id TEXT;
UPDATE audit SET user_id = CASE
  WHEN actor LIKE 'user:%' THEN substr(actor, 6)
  WHEN actor LIKE 'key:%' THEN (SELECT api_keys.user_id FROM api_keys WHERE key_id = substr(actor, 5)) END;
ALTER TABLE dni_settings_history ADD COLUMN user_id TEXT;
UPDATE dni_settings_history SET user_id = CASE
  WHEN actor LIKE 'user:%' THEN substr(actor, 6)
  WHEN actor LIKE 'key:%' THEN (SELECT api_keys.user_id FROM api_keys WHERE key_id = substr(actor, 5)) END;

-- E-mail addresses and phone numbers of people who were erased while an import went on, as keyed hashes, for a week: its rows
-- do not make them anew.
CREATE TABLE erased_identifiers (
  digest TEXT PRIMARY KEY,
  erased_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX erased_identifiers_by_time ON erased_identifiers (erased_time);
