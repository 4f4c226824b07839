-- Browsers to which a user's notifications are pushed (RFC 8030). A row goes with the session that made it.
CREATE TABLE push_subscriptions (
  device_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  token_hash TEXT NOT NULL REFERENCES tokens (token_hash) ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  name TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  -- The message that it got last: a repeated attempt leaves it out.
  last_message INTEGER
) STRICT;
CREATE INDEX push_subscriptions_of_users ON push_subscriptions (user_id, created_time);
CREATE INDEX push_subscriptions_of_tokens ON push_subscriptions (token_hash);
