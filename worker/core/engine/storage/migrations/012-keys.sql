-- API keys: only their SHA-256 (hex). `user_id` is whose it is, null for one of the company. Revoked and ended ones stay for
-- a while, so that they can be told from wrong ones.
CREATE TABLE api_keys (
  key_id TEXT PRIMARY KEY,
  key_hash TEXT NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  name TEXT NOT NULL,
  user_id TEXT REFERENCES users (user_id),
  scopes TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  expires_time INTEGER,
  last_used_time INTEGER,
  revoked_time INTEGER
) STRICT;
CREATE INDEX api_keys_by_user ON api_keys (user_id);
CREATE INDEX api_keys_by_end ON api_keys (min(coalesce(revoked_time, 9e15), coalesce(expires_time, 9e15)));

-- Signing in to the console must not push out the token of an integration: they count apart.
ALTER TABLE tokens ADD COLUMN kind TEXT NOT NULL DEFAULT 'token';
DROP INDEX tokens_by_user;
CREATE INDEX tokens_by_user ON tokens (user_id, kind, created_time);
