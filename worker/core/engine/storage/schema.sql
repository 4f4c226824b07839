-- The schema after all migrations, with which a new company starts. It is generated: `npm run test:one -- migrate -u` writes
-- it again after a new migration.

CREATE TABLE company (
  company_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  default_region TEXT NOT NULL,
  created_time INTEGER NOT NULL
, may_add INTEGER NOT NULL DEFAULT 0, added_by TEXT, awaits_template INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;

CREATE TABLE lead_field_types (
  name TEXT PRIMARY KEY,
  type TEXT NOT NULL
) STRICT;

CREATE TABLE dni_settings (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  modified_time INTEGER NOT NULL,
  published_version INTEGER NOT NULL DEFAULT 0,
  publish_failures INTEGER NOT NULL DEFAULT 0,
  next_publish_time INTEGER
) STRICT;

CREATE TABLE dni_settings_history (
  version INTEGER PRIMARY KEY,
  document TEXT NOT NULL,
  saved_time INTEGER NOT NULL,
  actor TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  restored_version INTEGER,
  user_id TEXT
) STRICT;

CREATE TABLE seen_pages (
  site TEXT NOT NULL,
  path TEXT NOT NULL,
  seen_time INTEGER NOT NULL,
  settings_version INTEGER NOT NULL,
  targets INTEGER NOT NULL,
  swaps INTEGER NOT NULL,
  PRIMARY KEY (site, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (user_id),
  created_time INTEGER NOT NULL,
  expires_time INTEGER NOT NULL,
  kind TEXT NOT NULL DEFAULT 'token'
, session_id TEXT NOT NULL DEFAULT '', device TEXT NOT NULL DEFAULT '', last_used_time INTEGER, has_second_factor INTEGER NOT NULL DEFAULT 0 CHECK (has_second_factor IN (0, 1)), confirmed_time INTEGER) STRICT;

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

CREATE TABLE notifications (
  notification_id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (user_id),
  data TEXT NOT NULL,
  created_time INTEGER NOT NULL
, read_time INTEGER) STRICT;

CREATE TABLE leads (
  lead_number INTEGER PRIMARY KEY AUTOINCREMENT,
  lead_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  lead_group TEXT,
  assignee_id TEXT,
  creation_time INTEGER NOT NULL,
  modification_time INTEGER NOT NULL,
  last_event_time INTEGER NOT NULL,
  document TEXT NOT NULL,
  change_number INTEGER NOT NULL DEFAULT 0
, visits TEXT) STRICT;

CREATE TABLE removed_leads (
  lead_number INTEGER PRIMARY KEY,
  change_number INTEGER NOT NULL
) STRICT;

CREATE TABLE lead_keys (
  match_key TEXT NOT NULL,
  lead_number INTEGER NOT NULL,
  PRIMARY KEY (match_key, lead_number)
) STRICT, WITHOUT ROWID;

CREATE TABLE merges (
  secondary_id TEXT PRIMARY KEY,
  secondary_number INTEGER NOT NULL UNIQUE,
  primary_number INTEGER NOT NULL,
  survivor_number INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  merged_time INTEGER NOT NULL,
  answer TEXT NOT NULL,
  snapshot TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE lead_removals (
  lead_number INTEGER PRIMARY KEY,
  lead_id TEXT NOT NULL UNIQUE,
  record TEXT NOT NULL,
  removed_time INTEGER NOT NULL,
  removed_by TEXT NOT NULL,
  search_text TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE events (
  event_number INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL UNIQUE,
  lead_number INTEGER NOT NULL,
  origin_number INTEGER NOT NULL,
  type TEXT NOT NULL,
  event_time INTEGER NOT NULL,
  inbound INTEGER NOT NULL,
  online INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  comment_count INTEGER NOT NULL DEFAULT 0,
  removed_time INTEGER NOT NULL DEFAULT 0,
  data TEXT NOT NULL
, visit TEXT) STRICT;

CREATE TABLE comments (
  comment_id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL,
  event_time INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  comment TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE smart_views (
  smart_view_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;

CREATE TABLE column_chunks (
  column_name TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  change_number INTEGER NOT NULL,
  codes BLOB,
  content TEXT,
  PRIMARY KEY (column_name, chunk)
) STRICT;

CREATE VIRTUAL TABLE lead_texts USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE lead_texts_waiting (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  next_number INTEGER NOT NULL
) STRICT;

CREATE VIRTUAL TABLE event_texts USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE unindexed_events (event_number INTEGER PRIMARY KEY) STRICT;

CREATE TABLE index_merges (
  index_name TEXT PRIMARY KEY,
  waiting INTEGER NOT NULL,
  merging INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  resting_until INTEGER NOT NULL,
  due_time INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE imports (
  import_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('receiving', 'running', 'done')),
  is_dry_run INTEGER NOT NULL,
  columns TEXT NOT NULL,
  row_count INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  created_time INTEGER NOT NULL,
  due_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE import_batches (
  import_id TEXT NOT NULL,
  first_row INTEGER NOT NULL,
  cells TEXT,
  results TEXT,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (import_id, first_row)
) STRICT;

CREATE TABLE import_rehearsals (
  import_id TEXT NOT NULL,
  lead_id TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (import_id, lead_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_rehearsal_keys (
  import_id TEXT NOT NULL,
  match_key TEXT NOT NULL,
  lead_id TEXT NOT NULL,
  PRIMARY KEY (import_id, match_key, lead_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE bulk_operations (
  bulk_id TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'running', 'done', 'cancelled', 'undoing', 'undone')),
  actor TEXT NOT NULL,
  created_by TEXT NOT NULL,
  request_id TEXT NOT NULL,
  action TEXT NOT NULL,
  selection TEXT NOT NULL,
  lead_count INTEGER NOT NULL,
  changed INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  undone INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  created_time INTEGER NOT NULL,
  queued_time INTEGER NOT NULL,
  ended_time INTEGER,
  ended_by TEXT,
  due_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE bulk_chunks (
  bulk_id TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  leads TEXT NOT NULL,
  results TEXT,
  outcomes TEXT,
  marks TEXT,
  PRIMARY KEY (bulk_id, chunk)
) STRICT, WITHOUT ROWID;

CREATE TABLE modules (
  adm_id TEXT PRIMARY KEY,
  type TEXT NOT NULL CHECK (type IN ('built-in', 'custom')),
  display_name TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;

CREATE TABLE module_records (
  record_number INTEGER PRIMARY KEY AUTOINCREMENT,
  record_id TEXT NOT NULL UNIQUE,
  adm_id TEXT NOT NULL REFERENCES modules (adm_id),
  version INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  modified_time INTEGER NOT NULL,
  fields TEXT NOT NULL
) STRICT;

CREATE TABLE module_keys (
  adm_id TEXT NOT NULL,
  field TEXT NOT NULL,
  match_key TEXT NOT NULL,
  record_number INTEGER NOT NULL,
  PRIMARY KEY (adm_id, field, match_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE module_sequences (
  adm_id TEXT NOT NULL,
  field TEXT NOT NULL,
  last_number INTEGER NOT NULL,
  PRIMARY KEY (adm_id, field)
) STRICT, WITHOUT ROWID;

CREATE TABLE changes (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  change_time INTEGER NOT NULL,
  actor TEXT NOT NULL,
  request_id TEXT NOT NULL,
  lead_id TEXT,
  event_id TEXT,
  data TEXT NOT NULL
) STRICT;

CREATE TABLE audit (
  audit_number INTEGER PRIMARY KEY,
  audit_time INTEGER NOT NULL,
  actor TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  request_id TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  user_id TEXT
) STRICT;

CREATE TABLE idempotent_answers (
  caller TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  leads TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (caller, key_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE webhooks (
  webhook_id TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  description TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'ended')),
  secrets TEXT NOT NULL,
  position INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  last_attempt TEXT,
  failing_since INTEGER
, leaves_out_spam INTEGER NOT NULL DEFAULT 0, chat TEXT, is_flat INTEGER NOT NULL DEFAULT 0, subscriber TEXT) STRICT;

CREATE TABLE webhook_deliveries (
  delivery_number INTEGER PRIMARY KEY,
  delivery_id TEXT NOT NULL UNIQUE,
  webhook_id TEXT NOT NULL,
  type TEXT NOT NULL,
  sequence INTEGER,
  created_time INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'not_sent')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_time INTEGER,
  delivered_time INTEGER,
  answer_status INTEGER,
  answer_milliseconds INTEGER,
  last_error TEXT
) STRICT;

CREATE TABLE call_settings (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  modified_time INTEGER NOT NULL,
  book_version INTEGER NOT NULL DEFAULT 0,
  publish_failures INTEGER NOT NULL DEFAULT 0,
  next_publish_time INTEGER
) STRICT;

CREATE TABLE calls (
  call_number INTEGER PRIMARY KEY AUTOINCREMENT,
  call_id TEXT NOT NULL UNIQUE,
  carrier TEXT NOT NULL,
  carrier_call_id TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('inbound', 'outbound')),
  number TEXT NOT NULL,
  caller TEXT,
  location_id TEXT,
  source TEXT,
  started_time INTEGER NOT NULL,
  outcome TEXT,
  prior_calls INTEGER NOT NULL,
  event_id TEXT,
  modification_time INTEGER NOT NULL,
  deadline INTEGER,
  visit TEXT,
  facts TEXT NOT NULL,
  remarks TEXT NOT NULL,
  UNIQUE (carrier, carrier_call_id)
) STRICT;

CREATE TABLE carrier_requests (
  request_number INTEGER PRIMARY KEY,
  carrier TEXT NOT NULL,
  carrier_call_id TEXT NOT NULL,
  checksum TEXT NOT NULL,
  received_time INTEGER NOT NULL,
  happened TEXT NOT NULL,
  parameters TEXT NOT NULL,
  UNIQUE (carrier, carrier_call_id, checksum)
) STRICT;

CREATE TABLE assignment_turns (
  location_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE texts (
  text_number INTEGER PRIMARY KEY AUTOINCREMENT,
  text_id TEXT NOT NULL UNIQUE,
  carrier TEXT NOT NULL,
  carrier_text_id TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('inbound', 'outbound')),
  number TEXT NOT NULL,
  phone TEXT,
  location_id TEXT,
  source TEXT,
  sent_time INTEGER NOT NULL,
  status TEXT NOT NULL,
  next_attempt_time INTEGER,
  event_id TEXT,
  modification_time INTEGER NOT NULL,
  message TEXT NOT NULL,
  media TEXT NOT NULL,
  error TEXT,
  origin TEXT,
  answers TEXT,
  settled_event_id TEXT, visit TEXT, missed_call_id TEXT,
  UNIQUE (carrier, carrier_text_id)
) STRICT;

CREATE TABLE opt_outs (
  phone TEXT PRIMARY KEY,
  opted_out_time INTEGER NOT NULL
, origin TEXT NOT NULL DEFAULT 'message' CHECK (origin IN ('message', 'carrier', 'user')), phone_origin TEXT CHECK (phone_origin IN ('message', 'carrier'))) STRICT, WITHOUT ROWID;

CREATE TABLE outgoing_counts (
  start_time INTEGER NOT NULL,
  scope TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (start_time, scope)
) STRICT, WITHOUT ROWID;

CREATE TABLE user_erasures (
  user_id TEXT PRIMARY KEY,
  address TEXT,
  next_event INTEGER NOT NULL,
  last_event INTEGER NOT NULL
) STRICT;

CREATE TABLE erased_identifiers (
  digest TEXT PRIMARY KEY,
  erased_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE erased_tellings (
  digest TEXT PRIMARY KEY,
  erased_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE carrier_erasures (
  carrier TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('recording', 'media')),
  file TEXT NOT NULL,
  failures INTEGER NOT NULL,
  next_attempt_time INTEGER NOT NULL,
  PRIMARY KEY (carrier, kind, file)
) STRICT, WITHOUT ROWID;

CREATE TABLE pools (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE waiting_attributions (
  due_time INTEGER NOT NULL,
  item_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  tries INTEGER NOT NULL,
  PRIMARY KEY (due_time, item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE evidence_erasures (
  visit_id TEXT PRIMARY KEY,
  begun_time INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  due_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE visit_counts (
  day TEXT NOT NULL,
  month TEXT NOT NULL,
  source TEXT NOT NULL,
  campaign TEXT NOT NULL,
  location_id TEXT NOT NULL,
  number TEXT NOT NULL,
  visits INTEGER NOT NULL,
  PRIMARY KEY (day, month, source, campaign, location_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE conversion_rules (
  rule_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'paused')),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  changed_time INTEGER NOT NULL,
  restate_after INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE conversion_platforms (
  platform TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  is_enabled INTEGER NOT NULL,
  settings TEXT NOT NULL,
  secret TEXT,
  secret_time INTEGER,
  failures INTEGER NOT NULL,
  rest_until INTEGER NOT NULL,
  last_attempt TEXT,
  last_accepted_time INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE conversions (
  conversion_number INTEGER PRIMARY KEY,
  conversion_id TEXT NOT NULL,
  what TEXT NOT NULL,
  record_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  rule_version INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'sent', 'accepted', 'refused', 'skipped')),
  reason TEXT,
  detail TEXT,
  event_time INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  changed_time INTEGER NOT NULL,
  unit TEXT,
  value REAL,
  sent_unit TEXT,
  sent_value REAL,
  sent_time INTEGER,
  request_id TEXT,
  due_time INTEGER,
  together INTEGER NOT NULL, former_unit TEXT, former_value REAL,
  UNIQUE (record_id, rule_id, platform)
) STRICT;

CREATE TABLE costs (
  day TEXT NOT NULL,
  source TEXT NOT NULL,
  campaign TEXT NOT NULL,
  amount REAL NOT NULL,
  unit TEXT NOT NULL,
  own_amount REAL NOT NULL,
  own_unit TEXT NOT NULL,
  modified_time INTEGER NOT NULL, feed_id TEXT,
  PRIMARY KEY (day, source, campaign)
) STRICT, WITHOUT ROWID;

CREATE TABLE printed_numbers (
  page TEXT NOT NULL,
  number TEXT NOT NULL,
  checked_time INTEGER NOT NULL,
  PRIMARY KEY (page, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_reports (
  report_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  is_shared INTEGER NOT NULL,
  owner_id TEXT,
  version INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  modified_time INTEGER NOT NULL
, schedule TEXT, due_time INTEGER, run_time INTEGER, failures INTEGER NOT NULL DEFAULT 0, last_day INTEGER, last_time INTEGER, last_error TEXT, page_hash TEXT, shared_until INTEGER) STRICT;

CREATE TABLE notification_choices (
  user_id TEXT PRIMARY KEY REFERENCES users (user_id),
  kinds TEXT NOT NULL,
  quiet_hours TEXT,
  digest_at TEXT,
  time_zone TEXT
) STRICT;

CREATE TABLE notification_messages (
  message_number INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  topic TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'not_sent')),
  is_open INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_time INTEGER,
  delivered_time INTEGER,
  last_error TEXT
) STRICT;

CREATE TABLE notification_channels (
  notification_id TEXT NOT NULL REFERENCES notifications (notification_id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
  message_number INTEGER NOT NULL,
  PRIMARY KEY (notification_id, channel)
) STRICT, WITHOUT ROWID;

CREATE TABLE mail_stops (
  user_id TEXT PRIMARY KEY,
  email_key TEXT NOT NULL,
  detail TEXT NOT NULL,
  stopped_time INTEGER NOT NULL
) STRICT;

CREATE TABLE reminder_notices (
  stage TEXT PRIMARY KEY,
  due_time TEXT NOT NULL,
  event_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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
, further TEXT NOT NULL DEFAULT '[]') STRICT;

CREATE TABLE tap_counts (
  day TEXT NOT NULL,
  month TEXT NOT NULL,
  hour INTEGER NOT NULL,
  source TEXT NOT NULL,
  campaign TEXT NOT NULL,
  landing_page TEXT NOT NULL,
  location_id TEXT NOT NULL,
  number TEXT NOT NULL,
  taps INTEGER NOT NULL,
  PRIMARY KEY (day, month, hour, source, campaign, landing_page, location_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE calls_to_place (
  call_id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  account_id TEXT NOT NULL,
  origin TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'asking')),
  queued_time INTEGER NOT NULL,
  next_attempt_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE forms (
  form_number INTEGER PRIMARY KEY AUTOINCREMENT,
  form_id TEXT NOT NULL UNIQUE,
  submission_id TEXT NOT NULL,
  form TEXT NOT NULL,
  page TEXT,
  source TEXT NOT NULL,
  sent_time INTEGER NOT NULL,
  modification_time INTEGER NOT NULL,
  is_confirmed INTEGER NOT NULL,
  spam TEXT NOT NULL,
  made_lead INTEGER NOT NULL,
  event_id TEXT,
  visit_id TEXT,
  visit TEXT
, number TEXT) STRICT;

CREATE TABLE away_users (
  user_id TEXT PRIMARY KEY,
  since_time INTEGER NOT NULL,
  until_time INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE ring_turns (
  phone TEXT PRIMARY KEY,
  rung_time INTEGER NOT NULL,
  first_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE report_chunks (
  kind TEXT NOT NULL CHECK (kind IN ('call', 'text', 'form', 'lead')),
  chunk INTEGER NOT NULL,
  first_time INTEGER NOT NULL,
  last_time INTEGER NOT NULL,
  codes BLOB NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (kind, chunk)
) STRICT;

CREATE TABLE report_changes (
  sequence INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('call', 'text', 'form', 'lead', 'person')),
  item INTEGER NOT NULL
) STRICT;

CREATE TABLE number_limits (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  monthly_cap REAL NOT NULL,
  last_check_time INTEGER NOT NULL
) STRICT;

CREATE TABLE troubles (
  part TEXT PRIMARY KEY,
  is_open INTEGER NOT NULL,
  told_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE second_factors (
  user_id TEXT PRIMARY KEY REFERENCES users (user_id),
  since_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE "carrier_numbers" (
  number_id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  account_id TEXT NOT NULL,
  number TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('wanted', 'buying', 'unsure', 'pending', 'active', 'imported', 'quarantined', 'released', 'refused')),
  is_bought INTEGER NOT NULL,
  task TEXT CHECK (task IN ('buy', 'wire', 'put_back', 'release')),
  next_time INTEGER,
  attempts INTEGER NOT NULL,
  origin TEXT NOT NULL,
  carrier_number_id TEXT,
  price TEXT NOT NULL,
  former TEXT,
  wiring TEXT NOT NULL CHECK (wiring IN ('unknown', 'ready', 'wrong', 'gone')),
  checked_time INTEGER,
  detail TEXT,
  ordered_time INTEGER,
  asked_time INTEGER,
  unsettled_until INTEGER NOT NULL,
  release_time INTEGER,
  created_time INTEGER NOT NULL,
  modification_time INTEGER NOT NULL
, order_id TEXT, place TEXT NOT NULL DEFAULT '', location_id TEXT, source TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE passkey_counts (
  user_id TEXT PRIMARY KEY REFERENCES users (user_id),
  passkeys INTEGER NOT NULL CHECK (passkeys > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE "account_letters" (
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

CREATE TABLE users (
  user_id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  caller_id_name TEXT NOT NULL DEFAULT '',
  role_id TEXT NOT NULL CHECK (role_id IN ('superadmin', 'manager', 'agent', 'viewer')),
  group_id TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  tracking_number TEXT NOT NULL DEFAULT '',
  forward_numbers TEXT NOT NULL DEFAULT '',
  auto_assignable INTEGER NOT NULL DEFAULT 0,
  notify_reminders_by_sms INTEGER NOT NULL DEFAULT 0,
  is_suspended INTEGER NOT NULL DEFAULT 0,
  created_time INTEGER NOT NULL,
  last_login INTEGER
) STRICT;

CREATE TABLE brand (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version INTEGER NOT NULL,
  name TEXT,
  logo TEXT,
  picture BLOB
) STRICT;

CREATE TABLE added_companies (
  company_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  begun_time INTEGER NOT NULL,
  made_time INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE number_accounts (
  number TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  account_id TEXT NOT NULL
, origin TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE cost_imports (
  import_id TEXT PRIMARY KEY,
  created_time INTEGER NOT NULL,
  rows TEXT NOT NULL
, feed_id TEXT REFERENCES cost_feeds (feed_id) ON DELETE CASCADE) STRICT;

CREATE TABLE number_holdings (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  tell_time INTEGER
) STRICT;

CREATE TABLE dropped_forms (
  hour INTEGER PRIMARY KEY,
  forms INTEGER NOT NULL
) STRICT;

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
, position TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE transcript_usage (
  month TEXT PRIMARY KEY,
  seconds INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE transcript_texts USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE unindexed_transcripts (call_number INTEGER PRIMARY KEY) STRICT;

CREATE TABLE text_backs (
  call_id TEXT PRIMARY KEY REFERENCES calls (call_id) ON DELETE CASCADE,
  due_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE report_letters (
  letter_id TEXT PRIMARY KEY,
  recipient_id TEXT NOT NULL REFERENCES report_recipients (recipient_id) ON DELETE CASCADE,
  report_id TEXT,
  path TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  next_attempt_time INTEGER NOT NULL
) STRICT;

CREATE TABLE taken_reminders (
  event_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  since_time INTEGER NOT NULL,
  until_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seen_reminders (
  event_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  contact_event_id TEXT NOT NULL,
  seen_time INTEGER NOT NULL,
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat_notices (
  notice_number INTEGER PRIMARY KEY,
  delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (delivery_id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  more INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE duplicate_keys (
  lead_number INTEGER NOT NULL,
  duplicate_key INTEGER NOT NULL,
  PRIMARY KEY (lead_number, duplicate_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE duplicate_pairs (
  first_number INTEGER NOT NULL,
  second_number INTEGER NOT NULL,
  reasons INTEGER NOT NULL,
  found_time INTEGER NOT NULL,
  dismissed_time INTEGER,
  PRIMARY KEY (first_number, second_number)
) STRICT, WITHOUT ROWID;

CREATE TABLE duplicate_progress (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  change_number INTEGER NOT NULL,
  postal_fields TEXT NOT NULL
) STRICT;

CREATE TABLE heard_hours (
  part TEXT NOT NULL,
  day INTEGER NOT NULL,
  hours INTEGER NOT NULL,
  PRIMARY KEY (part, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE silence_watch (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  counted_time INTEGER NOT NULL,
  next_time INTEGER NOT NULL
) STRICT;

CREATE TABLE cost_feeds (
  feed_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  options TEXT NOT NULL,
  own_unit TEXT NOT NULL,
  hour INTEGER NOT NULL,
  run_time INTEGER,
  failures INTEGER NOT NULL,
  read_day TEXT,
  newest_day TEXT,
  runs TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_time INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT;

CREATE TABLE read_pages (
  page TEXT PRIMARY KEY,
  week INTEGER NOT NULL,
  numbers TEXT NOT NULL
) STRICT;

INSERT INTO smart_views (smart_view_id, name, version, document) VALUES (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), 'All leads', 1, '{"filters":{},"sort":{}}');

INSERT INTO lead_texts_waiting (only_row, next_number) VALUES (1, 1);

INSERT INTO call_settings (only_row, version, document, modified_time, book_version, publish_failures, next_publish_time) VALUES (1, 0, '{}', 0, 0, 0, NULL);

INSERT INTO reminder_notices (stage, due_time, event_id) VALUES ('reminder.due', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), '');

INSERT INTO reminder_notices (stage, due_time, event_id) VALUES ('reminder.overdue', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), '');

INSERT INTO number_limits (only, monthly_cap, last_check_time) VALUES (1, 100, 0);

INSERT INTO number_holdings (only_row, tell_time) VALUES (1, NULL);

INSERT INTO duplicate_progress (only_row, change_number, postal_fields) VALUES (1, 0, '[]');

CREATE INDEX tokens_by_user ON tokens (user_id, kind, created_time);

CREATE INDEX tokens_by_expiry ON tokens (expires_time);

CREATE INDEX api_keys_by_user ON api_keys (user_id);

CREATE INDEX api_keys_by_end ON api_keys (min(coalesce(revoked_time, 9e15), coalesce(expires_time, 9e15)));

CREATE INDEX notifications_by_user ON notifications (user_id, created_time);

CREATE INDEX notifications_by_time ON notifications (created_time);

CREATE INDEX notifications_by_lead ON notifications (data ->> 'lead_id') WHERE data ->> 'lead_id' IS NOT NULL;

CREATE INDEX leads_by_modification
  ON leads (modification_time DESC, lead_id, lead_group, assignee_id, creation_time);

CREATE INDEX leads_by_change ON leads (change_number);

CREATE INDEX removed_leads_by_change ON removed_leads (change_number);

CREATE INDEX merges_by_primary ON merges (primary_number, merged_time);

CREATE INDEX merges_by_survivor ON merges (survivor_number);

CREATE INDEX merges_with_snapshot ON merges (merged_time) WHERE snapshot <> '';

CREATE INDEX lead_removals_by_time ON lead_removals (removed_time, lead_number, search_text);

CREATE INDEX events_by_lead ON events (lead_number, removed_time, event_time, event_id);

CREATE INDEX events_removed ON events (removed_time) WHERE removed_time > 0;

CREATE INDEX events_with_numbers ON events (lead_number, event_time)
  WHERE type IN ('call', 'sms') AND removed_time = 0;

CREATE INDEX events_with_secondary ON events (data ->> 'secondary_lead_id')
  WHERE type IN ('lead_merged', 'lead_unmerged');

CREATE INDEX comments_by_event ON comments (event_id, event_time, comment_id);

CREATE TRIGGER event_written AFTER INSERT ON events
WHEN new.type IN ('note', 'email_message', 'reminder', 'sms') OR (new.type = 'call' AND new.data ->> '$.message' IS NOT NULL)
BEGIN
  INSERT OR IGNORE INTO unindexed_events VALUES (new.event_number);
END;

CREATE TRIGGER event_deleted AFTER DELETE ON events
WHEN old.type IN ('note', 'email_message', 'reminder', 'sms', 'call')
BEGIN
  DELETE FROM unindexed_events WHERE event_number = old.event_number;
  DELETE FROM event_texts WHERE rowid = old.event_number;
END;

CREATE INDEX imports_by_due_time ON imports (due_time);

CREATE INDEX import_batches_to_do ON import_batches (import_id, first_row) WHERE cells IS NOT NULL;

CREATE INDEX bulk_operations_by_due_time ON bulk_operations (due_time);

CREATE INDEX bulk_operations_by_creation ON bulk_operations (created_time, bulk_id);

CREATE INDEX bulk_chunks_to_do ON bulk_chunks (bulk_id, chunk) WHERE results IS NULL;

CREATE INDEX bulk_chunks_to_undo ON bulk_chunks (bulk_id, chunk) WHERE marks IS NOT NULL;

CREATE INDEX module_records_by_module ON module_records (adm_id, record_number);

CREATE INDEX module_keys_by_record ON module_keys (record_number);

CREATE INDEX changes_by_lead ON changes (lead_id) WHERE lead_id IS NOT NULL;

CREATE INDEX audit_by_time ON audit (audit_time);

CREATE INDEX idempotent_answers_by_time ON idempotent_answers (created_time);

CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, delivery_number);

CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_time) WHERE webhook_id <> 'notifications';

CREATE INDEX webhook_deliveries_by_sequence ON webhook_deliveries (sequence) WHERE sequence IS NOT NULL;

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_time)
  WHERE next_attempt_time IS NOT NULL;

CREATE INDEX calls_by_time ON calls (started_time, call_number, outcome, source, location_id, number, prior_calls);

CREATE INDEX calls_by_number ON calls (number, started_time, call_number, outcome, source, location_id, prior_calls);

CREATE INDEX calls_by_location ON calls (location_id, started_time, call_number, outcome, source, number, prior_calls);

CREATE INDEX calls_by_source ON calls (source, started_time, call_number, outcome, location_id, number, prior_calls);

CREATE INDEX calls_by_outcome ON calls (outcome, started_time, call_number, source, location_id, number, prior_calls)
  WHERE outcome IS NOT NULL;

CREATE INDEX calls_by_caller ON calls (caller, started_time, call_number) WHERE caller IS NOT NULL;

CREATE INDEX calls_by_modification ON calls (modification_time, call_number);

CREATE INDEX calls_by_event ON calls (event_id) WHERE event_id IS NOT NULL;

CREATE INDEX calls_in_progress ON calls (deadline) WHERE deadline IS NOT NULL;

CREATE INDEX calls_without_lead ON calls (started_time) WHERE event_id IS NULL;

CREATE INDEX texts_by_time ON texts (sent_time, text_number);

CREATE INDEX texts_by_phone ON texts (phone, sent_time, text_number) WHERE phone IS NOT NULL;

CREATE INDEX texts_by_number ON texts (number, sent_time, text_number);

CREATE INDEX texts_by_event ON texts (event_id) WHERE event_id IS NOT NULL;

CREATE INDEX texts_to_send ON texts (next_attempt_time) WHERE next_attempt_time IS NOT NULL;

CREATE UNIQUE INDEX texts_by_answered ON texts (answers) WHERE answers IS NOT NULL;

CREATE INDEX texts_without_lead ON texts (sent_time) WHERE event_id IS NULL;

CREATE INDEX erased_identifiers_by_time ON erased_identifiers (erased_time);

CREATE INDEX erased_tellings_by_time ON erased_tellings (erased_time);

CREATE INDEX carrier_erasures_by_time ON carrier_erasures (next_attempt_time);

CREATE INDEX evidence_erasures_by_time ON evidence_erasures (due_time);

CREATE INDEX open_reminders ON events (data ->> 'due_time', event_id)
  WHERE type = 'reminder' AND removed_time = 0 AND data ->> 'state' = 'open';

CREATE INDEX conversions_by_time ON conversions (created_time);

CREATE INDEX conversions_by_platform ON conversions (platform, conversion_number, status, reason);

CREATE INDEX conversions_by_rule ON conversions (rule_id, conversion_number);

CREATE INDEX conversions_due ON conversions (platform, due_time, conversion_number) WHERE due_time IS NOT NULL;

CREATE INDEX events_with_visit ON events (lead_number, event_time, event_id) WHERE visit IS NOT NULL;

CREATE TRIGGER report_call_changed AFTER UPDATE ON calls
WHEN new.outcome IS NOT NULL OR old.outcome IS NOT NULL OR new.visit IS NOT old.visit
  OR new.prior_calls <> old.prior_calls OR new.started_time <> old.started_time
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('call', new.call_number);
END;

CREATE TRIGGER report_call_attributed AFTER UPDATE OF visit ON calls
WHEN new.visit IS NOT old.visit AND new.event_id IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = new.event_id;
END;

CREATE TRIGGER report_call_deleted AFTER DELETE ON calls
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('call', old.call_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = old.event_id;
  -- Other calls of a caller without a lead may be named by this one.
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM calls
    WHERE caller = old.caller AND started_time >= old.started_time ORDER BY started_time LIMIT 200;
END;

CREATE TRIGGER report_call_answered AFTER INSERT ON calls
WHEN new.outcome = 'answered' AND new.caller IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM (
      SELECT call_number, outcome FROM calls WHERE caller = new.caller
        AND started_time BETWEEN new.started_time - 604800000 AND new.started_time - 1
      ORDER BY started_time DESC LIMIT 50)
    WHERE outcome NOT IN ('answered', 'blocked');
END;

CREATE TRIGGER report_call_ended AFTER UPDATE OF outcome, started_time ON calls
WHEN (new.outcome = 'answered' OR old.outcome = 'answered') AND new.caller IS NOT NULL
  AND (new.outcome IS NOT old.outcome OR new.started_time <> old.started_time)
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM (
      SELECT call_number, outcome FROM calls WHERE caller = new.caller
        AND started_time BETWEEN min(new.started_time, old.started_time) - 604800000
          AND max(new.started_time, old.started_time) - 1
      ORDER BY started_time DESC LIMIT 50)
    WHERE outcome NOT IN ('answered', 'blocked');
END;

CREATE TRIGGER report_answer_deleted AFTER DELETE ON calls
WHEN old.outcome = 'answered' AND old.caller IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM (
      SELECT call_number, outcome FROM calls WHERE caller = old.caller
        AND started_time BETWEEN old.started_time - 604800000 AND old.started_time - 1
      ORDER BY started_time DESC LIMIT 50)
    WHERE outcome NOT IN ('answered', 'blocked');
END;

CREATE TRIGGER report_text_attributed AFTER UPDATE OF visit ON texts
WHEN new.visit IS NOT old.visit AND new.direction = 'inbound'
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('text', new.text_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = new.event_id;
END;

CREATE TRIGGER report_text_deleted AFTER DELETE ON texts WHEN old.direction = 'inbound'
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('text', old.text_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = old.event_id;
END;

CREATE TRIGGER report_lead_added AFTER INSERT ON leads
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('lead', new.lead_number);
END;

CREATE TRIGGER report_lead_changed AFTER UPDATE OF state, creation_time, document ON leads
WHEN new.state <> old.state OR new.creation_time <> old.creation_time OR new.document <> old.document
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('lead', new.lead_number);
END;

CREATE TRIGGER report_lead_deleted AFTER DELETE ON leads
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('lead', old.lead_number);
END;

CREATE INDEX calls_with_ids ON calls (started_time) WHERE visit ->> '$.visit.ids' IS NOT NULL;

CREATE INDEX texts_with_ids ON texts (sent_time) WHERE visit ->> '$.visit.ids' IS NOT NULL;

CREATE INDEX unread_notifications ON notifications (user_id, created_time) WHERE read_time IS NULL;

CREATE INDEX saved_reports_by_owner ON saved_reports (owner_id);

CREATE INDEX saved_reports_by_run_time ON saved_reports (run_time) WHERE run_time IS NOT NULL;

CREATE UNIQUE INDEX open_notification_messages ON notification_messages (user_id, channel, topic) WHERE is_open = 1;

CREATE INDEX due_notification_messages ON notification_messages (channel, next_attempt_time)
  WHERE next_attempt_time IS NOT NULL;

CREATE INDEX sent_notification_messages ON notification_messages (user_id, channel, delivered_time)
  WHERE delivered_time IS NOT NULL;

CREATE INDEX old_notification_messages ON notification_messages (created_time) WHERE next_attempt_time IS NULL;

CREATE INDEX notifications_of_messages ON notification_channels (message_number);

CREATE INDEX sign_in_links_by_time ON sign_in_links (created_time);

CREATE UNIQUE INDEX open_sign_in_links ON sign_in_links (kind, email_key) WHERE ended_time IS NULL;

CREATE INDEX sign_in_links_of_users ON sign_in_links (user_id) WHERE user_id IS NOT NULL;

CREATE INDEX calls_to_place_by_time ON calls_to_place (carrier, next_attempt_time, call_id);

CREATE INDEX push_subscriptions_of_users ON push_subscriptions (user_id, created_time);

CREATE INDEX push_subscriptions_of_tokens ON push_subscriptions (token_hash);

CREATE INDEX forms_by_time ON forms (sent_time, form_number);

CREATE INDEX forms_by_event ON forms (event_id) WHERE event_id IS NOT NULL;

CREATE INDEX forms_without_lead ON forms (sent_time) WHERE event_id IS NULL;

CREATE INDEX forms_with_ids ON forms (sent_time) WHERE visit ->> '$.visit.ids' IS NOT NULL;

CREATE INDEX opt_outs_by_time ON opt_outs (opted_out_time, phone);

CREATE INDEX ring_turns_by_time ON ring_turns (rung_time);

CREATE TRIGGER report_call_added AFTER INSERT ON calls
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('call', new.call_number);
  -- Only a report that comes late changes the visits before other contacts, or the one that made the lead.
  INSERT INTO report_changes (kind, item)
    SELECT 'person', own.lead_number FROM events AS own WHERE own.event_id = new.event_id AND (
      EXISTS (SELECT 1 FROM events AS other WHERE other.lead_number = own.lead_number
        AND other.type IN ('call', 'sms', 'form') AND other.removed_time = 0 AND other.event_time > own.event_time)
      OR EXISTS (SELECT 1 FROM leads WHERE lead_number = own.lead_number AND creation_time > own.event_time));
END;

CREATE TRIGGER report_text_added AFTER INSERT ON texts WHEN new.direction = 'inbound'
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('text', new.text_number);
  -- As for calls.
  INSERT INTO report_changes (kind, item)
    SELECT 'person', own.lead_number FROM events AS own WHERE own.event_id = new.event_id AND (
      EXISTS (SELECT 1 FROM events AS other WHERE other.lead_number = own.lead_number
        AND other.type IN ('call', 'sms', 'form') AND other.removed_time = 0 AND other.event_time > own.event_time)
      OR EXISTS (SELECT 1 FROM leads WHERE lead_number = own.lead_number AND creation_time > own.event_time));
END;

CREATE TRIGGER report_form_added AFTER INSERT ON forms WHEN new.event_id IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('form', new.form_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = new.event_id;
END;

CREATE TRIGGER report_form_changed AFTER UPDATE OF event_id, spam, visit ON forms
WHEN new.event_id IS NOT old.event_id OR new.spam <> old.spam OR new.visit IS NOT old.visit
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('form', new.form_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = new.event_id;
END;

CREATE TRIGGER report_form_deleted AFTER DELETE ON forms WHEN old.event_id IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('form', old.form_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = old.event_id;
END;

CREATE TRIGGER report_contact_moved AFTER UPDATE OF lead_number ON events
WHEN new.type IN ('call', 'sms', 'form') AND new.lead_number <> old.lead_number
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM calls WHERE event_id = new.event_id;
  INSERT INTO report_changes (kind, item)
    SELECT 'text', text_number FROM texts WHERE event_id = new.event_id AND direction = 'inbound';
  INSERT INTO report_changes (kind, item)
    SELECT 'form', form_number FROM forms WHERE event_id = new.event_id;
  INSERT INTO report_changes (kind, item) VALUES ('person', new.lead_number), ('person', old.lead_number);
END;

CREATE TRIGGER report_caller_added AFTER INSERT ON calls
WHEN new.caller IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM calls
    WHERE caller = new.caller AND started_time >= new.started_time AND call_number <> new.call_number
    ORDER BY started_time LIMIT 200;
END;

CREATE TRIGGER report_caller_moved AFTER UPDATE OF started_time ON calls
WHEN new.started_time <> old.started_time AND new.caller IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM calls
    WHERE caller = new.caller AND started_time >= min(new.started_time, old.started_time) AND call_number <> new.call_number
    ORDER BY started_time LIMIT 200;
END;

CREATE INDEX carrier_numbers_by_time ON carrier_numbers (carrier, next_time, number_id) WHERE next_time IS NOT NULL;

CREATE INDEX carrier_numbers_by_account ON carrier_numbers (carrier, account_id, checked_time);

CREATE INDEX carrier_numbers_by_end ON carrier_numbers (modification_time) WHERE state IN ('refused', 'released');

CREATE INDEX due_account_letters ON account_letters (next_attempt_time) WHERE next_attempt_time IS NOT NULL;

CREATE INDEX old_account_letters ON account_letters (created_time) WHERE next_attempt_time IS NULL;

CREATE INDEX letters_of_links ON account_letters (link_id) WHERE link_id IS NOT NULL;

CREATE INDEX letters_of_users ON account_letters (user_id) WHERE user_id IS NOT NULL;

CREATE INDEX users_by_group ON users (group_id);

CREATE TRIGGER passkeys_of_a_former_address AFTER UPDATE OF email_key ON users WHEN old.email_key <> new.email_key
BEGIN
  DELETE FROM passkey_counts WHERE user_id = new.user_id;
END;

CREATE INDEX reminders_to_answer ON events (lead_number)
  WHERE type = 'reminder' AND removed_time = 0 AND data ->> 'state' = 'open'
    AND coalesce(data ->> 'call_id', data ->> 'text_id', data ->> 'form_id') IS NOT NULL;

CREATE INDEX reminders_to_answer_by_phone ON events (data ->> 'phone')
  WHERE type = 'reminder' AND removed_time = 0 AND data ->> 'state' = 'open'
    AND coalesce(data ->> 'call_id', data ->> 'text_id', data ->> 'form_id') IS NOT NULL;

CREATE INDEX transcripts_due ON transcripts (next_attempt_time) WHERE next_attempt_time IS NOT NULL;

CREATE TRIGGER transcript_written AFTER INSERT ON transcripts WHEN new.segments <> '[]'
BEGIN
  INSERT INTO unindexed_transcripts SELECT call_number FROM calls WHERE call_id = new.call_id AND event_id IS NOT NULL
    AND call_number NOT IN (SELECT call_number FROM unindexed_transcripts);
END;

CREATE TRIGGER transcript_changed AFTER UPDATE OF segments ON transcripts WHEN new.segments <> old.segments
BEGIN
  DELETE FROM transcript_texts WHERE rowid = (SELECT call_number FROM calls WHERE call_id = new.call_id);
  INSERT INTO unindexed_transcripts SELECT call_number FROM calls WHERE call_id = new.call_id AND event_id IS NOT NULL
    AND call_number NOT IN (SELECT call_number FROM unindexed_transcripts);
END;

CREATE TRIGGER transcribed_call_deleted AFTER DELETE ON calls
BEGIN
  DELETE FROM unindexed_transcripts WHERE call_number = old.call_number;
  DELETE FROM transcript_texts WHERE rowid = old.call_number;
END;

CREATE INDEX text_backs_by_time ON text_backs (due_time);

CREATE INDEX texts_after_calls ON texts (phone, sent_time) WHERE missed_call_id IS NOT NULL;

CREATE INDEX scheduled_texts ON events (data ->> 'due_time')
  WHERE type = 'scheduled_text' AND removed_time = 0 AND data ->> 'state' = 'open';

CREATE INDEX scheduled_texts_of_leads ON events (lead_number)
  WHERE type = 'scheduled_text' AND removed_time = 0 AND data ->> 'state' = 'open';

CREATE INDEX texts_by_location ON texts (location_id, sent_time, text_number);

CREATE INDEX report_recipients_by_time ON report_recipients (used_time);

CREATE INDEX report_letters_by_time ON report_letters (next_attempt_time);

CREATE INDEX report_letters_by_recipient ON report_letters (recipient_id);

CREATE UNIQUE INDEX saved_reports_by_page ON saved_reports (page_hash) WHERE page_hash IS NOT NULL;

CREATE INDEX taken_reminders_by_time ON taken_reminders (until_time);

CREATE INDEX seen_reminders_by_time ON seen_reminders (seen_time);

CREATE INDEX chat_notices_by_delivery ON chat_notices (delivery_id);

CREATE INDEX chat_notices_by_lead ON chat_notices (data ->> 'lead_id') WHERE data ->> 'lead_id' IS NOT NULL;

CREATE INDEX chat_notices_by_call ON chat_notices (data ->> 'call_id') WHERE type = 'call.missed';

CREATE TRIGGER event_changed AFTER UPDATE OF data ON events
WHEN new.type IN ('note', 'email_message', 'reminder', 'sms', 'call')
  AND (new.data -> '$.message' IS NOT old.data -> '$.message' OR new.data -> '$.subject' IS NOT old.data -> '$.subject')
BEGIN
  INSERT OR IGNORE INTO unindexed_events VALUES (new.event_number);
END;

CREATE INDEX duplicate_keys_by_key ON duplicate_keys (duplicate_key);

CREATE INDEX duplicate_pairs_by_second ON duplicate_pairs (second_number);

CREATE INDEX duplicate_pairs_to_decide ON duplicate_pairs (reasons, second_number, first_number)
  WHERE dismissed_time IS NULL;

CREATE INDEX duplicate_pairs_dismissed ON duplicate_pairs (dismissed_time, second_number, first_number)
  WHERE dismissed_time IS NOT NULL;

CREATE INDEX heard_hours_by_day ON heard_hours (day);
