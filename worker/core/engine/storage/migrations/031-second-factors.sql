-- Users who sign in with two factors, and since when. The account of the address has the secrets.
CREATE TABLE second_factors (
  user_id TEXT PRIMARY KEY REFERENCES users (user_id),
  since_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whether the sign-in of a token had two factors.
ALTER TABLE tokens ADD COLUMN has_second_factor INTEGER NOT NULL DEFAULT 0 CHECK (has_second_factor IN (0, 1));

-- More kinds of mail about signing in.
CREATE TABLE account_letters_with_factors (
  letter_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('link', 'password_changed', 'new_network', 'second_factor_on', 'second_factor_off',
    'second_factor_reset', 'recovery_code_used', 'code_refused')),
  link_id TEXT,
  user_id TEXT,
  created_time INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'not_sent')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_time INTEGER,
  last_error TEXT
) STRICT;
INSERT INTO account_letters_with_factors SELECT * FROM account_letters;
DROP TABLE account_letters;
ALTER TABLE account_letters_with_factors RENAME TO account_letters;
CREATE INDEX due_account_letters ON account_letters (next_attempt_time) WHERE next_attempt_time IS NOT NULL;
CREATE INDEX old_account_letters ON account_letters (created_time) WHERE next_attempt_time IS NULL;
CREATE INDEX letters_of_links ON account_letters (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX letters_of_users ON account_letters (user_id) WHERE user_id IS NOT NULL;
