-- Links with which a person chooses a password: invitations to the company, and new passwords for users (`user_id`). The link
-- itself is not stored: it has the signature of its `nonce`. `ending` says why it cannot be used any more, beside its age.
CREATE TABLE sign_in_links (
  link_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('invitation', 'password')),
  nonce TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  name TEXT NOT NULL,
  role_id TEXT NOT NULL,
  group_id TEXT NOT NULL,
  user_id TEXT,
  created_by TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  expires_time INTEGER NOT NULL,
  ended_time INTEGER,
  ending TEXT CHECK (ending IN ('used', 'withdrawn'))
) STRICT;
CREATE INDEX sign_in_links_by_time ON sign_in_links (created_time);
CREATE UNIQUE INDEX open_sign_in_links ON sign_in_links (kind, email_key) WHERE ended_time IS NULL;
CREATE INDEX sign_in_links_of_users ON sign_in_links (user_id) WHERE user_id IS NOT NULL;

-- Mail about signing in: a link, a changed password, a new network. `next_attempt_time` is null when nothing is left to send.
CREATE TABLE account_letters (
  letter_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('link', 'password_changed', 'new_network')),
  link_id TEXT,
  user_id TEXT,
  created_time INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'not_sent')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_time INTEGER,
  last_error TEXT
) STRICT;
CREATE INDEX due_account_letters ON account_letters (next_attempt_time) WHERE next_attempt_time IS NOT NULL;
CREATE INDEX old_account_letters ON account_letters (created_time) WHERE next_attempt_time IS NULL;
CREATE INDEX letters_of_links ON account_letters (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX letters_of_users ON account_letters (user_id) WHERE user_id IS NOT NULL;
