-- Users with passkeys, and how many. The account of the address has the keys.
CREATE TABLE passkey_counts (
  user_id TEXT PRIMARY KEY REFERENCES users (user_id),
  passkeys INTEGER NOT NULL CHECK (passkeys > 0)
) STRICT, WITHOUT ROWID;

-- Passkeys stay with the address for which they were made.
CREATE TRIGGER passkeys_of_a_former_address AFTER UPDATE OF email_key ON users WHEN old.email_key <> new.email_key
BEGIN
  DELETE FROM passkey_counts WHERE user_id = new.user_id;
END;

-- When the user of a token last proved who they are; null: not since it was issued.
ALTER TABLE tokens ADD COLUMN confirmed_time INTEGER;

-- More kinds of mail about signing in.
CREATE TABLE account_letters_with_passkeys (
  letter_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('link', 'password_changed', 'new_network', 'second_factor_on', 'second_factor_off',
    'second_factor_reset', 'recovery_code_used', 'code_refused', 'passkey_added', 'passkey_removed', 'passkey_reset',
    'passkey_copied')),
  link_id TEXT,
  user_id TEXT,
  created_time INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'not_sent')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_time INTEGER,
  last_error TEXT
) STRICT;
INSERT INTO account_letters_with_passkeys SELECT * FROM account_letters;
DROP TABLE account_letters;
ALTER TABLE account_letters_with_passkeys RENAME TO account_letters;
CREATE INDEX due_account_letters ON account_letters (next_attempt_time) WHERE next_attempt_time IS NOT NULL;
CREATE INDEX old_account_letters ON account_letters (created_time) WHERE next_attempt_time IS NULL;
CREATE INDEX letters_of_links ON account_letters (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX letters_of_users ON account_letters (user_id) WHERE user_id IS NOT NULL;
