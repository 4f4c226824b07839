-- The schema of a company's database. Times are milliseconds since the epoch; JSON is in columns of type TEXT.
-- docs/storage.md says who writes each table and how long a row is kept.

-- COMPANY AND SETTINGS

-- One row.
CREATE TABLE company (
  company_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  default_region TEXT NOT NULL,
  created_time INTEGER NOT NULL
) STRICT;

-- One JSON document per name: options, fields, states, groups, currencies. `version` is the ETag.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;

-- The type of every lead field (and `field.sub_field`) ever defined, so that a name keeps its meaning.
CREATE TABLE lead_field_types (
  name TEXT PRIMARY KEY,
  type TEXT NOT NULL
) STRICT;

-- One row. `published_version` is the version that KV is known to hold.
CREATE TABLE dni_settings (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  modified_time INTEGER NOT NULL,
  published_version INTEGER NOT NULL DEFAULT 0,
  publish_failures INTEGER NOT NULL DEFAULT 0,
  next_publish_time INTEGER
) STRICT;

-- The last versions of the DNI settings with their authors. `user_id` is the user who acted or whose key did: an erasure
-- finds the name by it after the key is gone.
CREATE TABLE dni_settings_history (
  version INTEGER PRIMARY KEY,
  document TEXT NOT NULL,
  saved_time INTEGER NOT NULL,
  actor TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  restored_version INTEGER,
  user_id TEXT
) STRICT;

-- Pages that show the widget: the last lookup of each, with no data about the visitor.
CREATE TABLE seen_pages (
  site TEXT NOT NULL,
  path TEXT NOT NULL,
  seen_time INTEGER NOT NULL,
  settings_version INTEGER NOT NULL,
  targets INTEGER NOT NULL,
  swaps INTEGER NOT NULL,
  PRIMARY KEY (site, path)
) STRICT, WITHOUT ROWID;

-- PEOPLE

-- `email_key` is the lower-cased address: one user per address.
CREATE TABLE users (
  user_id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  caller_id_name TEXT NOT NULL DEFAULT '',
  role_id TEXT NOT NULL CHECK (role_id IN ('superadmin', 'manager', 'agent')),
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
CREATE INDEX users_by_group ON users (group_id);

-- Access tokens as SHA-256 (hex). Expired ones stay for a while, so that the answer can say "expired" instead of "wrong".
-- Tokens of console sessions have a `kind` of their own: signing in must not push out the token of an integration.
CREATE TABLE tokens (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (user_id),
  created_time INTEGER NOT NULL,
  expires_time INTEGER NOT NULL,
  kind TEXT NOT NULL DEFAULT 'token'
) STRICT;
CREATE INDEX tokens_by_user ON tokens (user_id, kind, created_time);
CREATE INDEX tokens_by_expiry ON tokens (expires_time);

-- API keys as SHA-256 (hex). `user_id` is the owner, null for a key of the company. Revoked and expired ones stay for a
-- while, so that the answer can tell them from wrong ones.
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

-- Notifications of users. Their deliveries to the webhook of the options are in `webhook_deliveries`.
CREATE TABLE notifications (
  notification_id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (user_id),
  data TEXT NOT NULL,
  created_time INTEGER NOT NULL
) STRICT;
CREATE INDEX notifications_by_user ON notifications (user_id, created_time);
CREATE INDEX notifications_by_time ON notifications (created_time);
-- For erasures.
CREATE INDEX notifications_by_lead ON notifications (data ->> 'lead_id') WHERE data ->> 'lead_id' IS NOT NULL;

-- LEADS

-- The living leads. `document` holds everything that users write (name, e-mails, phones, source tags, tags, lead fields,
-- aliases); the columns are for selecting and sorting. A lead that was merged into another has no row here: its record is
-- in `merges`. A number is used once, because events refer to it. Every write of a lead takes the next `change_number`, so
-- the leads changed since a number are one range of an index.
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
) STRICT;
-- Recent leads, newest modification first, then id. Scope and count read only the index.
CREATE INDEX leads_by_modification
  ON leads (modification_time DESC, lead_id, lead_group, assignee_id, creation_time);
CREATE INDEX leads_by_change ON leads (change_number);

-- The `change_number` of leads that left the table above.
CREATE TABLE removed_leads (
  lead_number INTEGER PRIMARY KEY,
  change_number INTEGER NOT NULL
) STRICT;
CREATE INDEX removed_leads_by_change ON removed_leads (change_number);

-- Finds a lead by identifier: lower-cased e-mails, E.164 phones, and the aliases of merged leads.
CREATE TABLE lead_keys (
  match_key TEXT NOT NULL,
  lead_number INTEGER NOT NULL,
  PRIMARY KEY (match_key, lead_number)
) STRICT, WITHOUT ROWID;

-- The merges in force, one row per lead that was merged away. `primary_number` is the lead it was merged into, which may
-- have been merged away itself; `survivor_number` is the living lead that stands for it now. `snapshot` is for an unmerge:
-- both records before the merge and the primary's record after it; it becomes '' once an unmerge is no longer allowed.
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
CREATE INDEX merges_by_primary ON merges (primary_number, merged_time);
CREATE INDEX merges_by_survivor ON merges (survivor_number);
CREATE INDEX merges_with_snapshot ON merges (merged_time) WHERE snapshot <> '';

-- Removed leads that may still be restored: the record at the time of removal. Their timelines stay in `events`, which
-- shows those of living leads only. `search_text` has the folded name, e-mail addresses and digits of phone numbers; it is
-- part of the index, so that a search reads no records.
CREATE TABLE lead_removals (
  lead_number INTEGER PRIMARY KEY,
  lead_id TEXT NOT NULL UNIQUE,
  record TEXT NOT NULL,
  removed_time INTEGER NOT NULL,
  removed_by TEXT NOT NULL,
  search_text TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX lead_removals_by_time ON lead_removals (removed_time, lead_number, search_text);

-- TIMELINES

-- `lead_number` is the lead that shows the event, `origin_number` the lead it was written to; they differ after a merge.
-- `data` holds the members of the event's type. A removed note keeps its row for as long as it may be restored.
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
) STRICT;
CREATE INDEX events_by_lead ON events (lead_number, removed_time, event_time, event_id);
CREATE INDEX events_removed ON events (removed_time) WHERE removed_time > 0;
-- The newest calls and messages of a lead, however long its timeline is: they tell which locations it contacted.
CREATE INDEX events_with_numbers ON events (lead_number, event_time)
  WHERE type IN ('call', 'sms') AND removed_time = 0;
-- For erasures: the merged lead's data in other timelines.
CREATE INDEX events_with_secondary ON events (data ->> 'secondary_lead_id')
  WHERE type IN ('lead_merged', 'lead_unmerged');

CREATE TABLE comments (
  comment_id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL,
  event_time INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  comment TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX comments_by_event ON comments (event_id, event_time, comment_id);

-- FINDING

-- Saved searches. `document` holds filters and sort.
CREATE TABLE smart_views (
  smart_view_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;
-- Only a view lists all leads, so every company starts with one. Its id is a random UUID (version 4).
INSERT INTO smart_views (smart_view_id, name, version, document)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), 'All leads', 1, '{"filters":{},"sort":{}}';

-- A cache of columns of `leads` in chunks of 2,048 leads, each as of a `change_number`. `codes` holds numbers, `content`
-- the dictionary or the texts; see worker/core/leads/finding/columns.
CREATE TABLE column_chunks (
  column_name TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  change_number INTEGER NOT NULL,
  codes BLOB,
  content TEXT,
  PRIMARY KEY (column_name, chunk)
) STRICT;

-- Trigrams of the folded name, e-mails and phones of each lead, by lead number. The index only says which leads have which
-- trigram; a search compares the leads themselves.
CREATE VIRTUAL TABLE lead_texts USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
-- The leads from `next_number` on are not in the index yet. One number is enough, because leads are numbered in order.
CREATE TABLE lead_texts_waiting (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  next_number INTEGER NOT NULL
) STRICT;
INSERT INTO lead_texts_waiting (only_row, next_number) VALUES (1, 1);

-- Trigrams of the folded texts of timelines, by event number: notes, e-mail messages, reminders, messages, notes on calls.
-- Folding is done in code, so the triggers only list the events to index; a search of timelines indexes them first. The
-- event of a call changes often during the call, and is listed only if it has or had a note.
CREATE VIRTUAL TABLE event_texts USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
CREATE TABLE unindexed_events (event_number INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER event_written AFTER INSERT ON events
WHEN new.type IN ('note', 'email_message', 'reminder', 'sms') OR (new.type = 'call' AND new.data ->> '$.message' IS NOT NULL)
BEGIN
  INSERT OR IGNORE INTO unindexed_events VALUES (new.event_number);
END;
CREATE TRIGGER event_changed AFTER UPDATE OF data ON events
WHEN new.type IN ('note', 'email_message', 'reminder', 'sms')
  OR (new.type = 'call' AND coalesce(new.data ->> '$.message', old.data ->> '$.message') IS NOT NULL)
BEGIN
  INSERT OR IGNORE INTO unindexed_events VALUES (new.event_number);
END;
CREATE TRIGGER event_deleted AFTER DELETE ON events
WHEN old.type IN ('note', 'email_message', 'reminder', 'sms', 'call')
BEGIN
  DELETE FROM unindexed_events WHERE event_number = old.event_number;
  DELETE FROM event_texts WHERE rowid = old.event_number;
END;

-- A full-text index marks a deleted row and keeps its words until its segments are merged. Per index: the erasures whose
-- words are still in it, those that the running merge clears out, the steps of that merge so far, and until when the index
-- rests after one. `due_time` is when the alarm continues, null when there is nothing to do.
CREATE TABLE index_merges (
  index_name TEXT PRIMARY KEY,
  waiting INTEGER NOT NULL,
  merging INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  resting_until INTEGER NOT NULL,
  due_time INTEGER
) STRICT, WITHOUT ROWID;

-- IMPORTS FROM CSV

-- `receiving` while the file is uploaded, `running` until every row is done. At `due_time` the alarm continues the import,
-- or deletes it.
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
CREATE INDEX imports_by_due_time ON imports (due_time);

-- The rows of an import in batches; a batch is done as a whole. Until then it has `cells`, a JSON array of [row number,
-- cells], and afterwards `results`, the rows of the answer.
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
CREATE INDEX import_batches_to_do ON import_batches (import_id, first_row) WHERE cells IS NOT NULL;

-- The leads as the earlier rows of a dry run would leave them, for its later rows, and the keys that find them.
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

-- BULK OPERATIONS

-- One change of many leads, done in the background. `queued_time` gives the order. At `due_time` the alarm continues the
-- operation, deletes the marks for its undo, or deletes the operation. `actor` is who started it or, later, who undoes it.
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
CREATE INDEX bulk_operations_by_due_time ON bulk_operations (due_time);
CREATE INDEX bulk_operations_by_creation ON bulk_operations (created_time, bulk_id);

-- The leads of a bulk operation in chunks; a chunk is done as a whole. JSON: `leads` are lead numbers or ids, `results`
-- arrays of [lead id, status, code] once done, `outcomes` the number of leads per status, `marks` the data for an undo.
CREATE TABLE bulk_chunks (
  bulk_id TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  leads TEXT NOT NULL,
  results TEXT,
  outcomes TEXT,
  marks TEXT,
  PRIMARY KEY (bulk_id, chunk)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_chunks_to_do ON bulk_chunks (bulk_id, chunk) WHERE results IS NULL;
CREATE INDEX bulk_chunks_to_undo ON bulk_chunks (bulk_id, chunk) WHERE marks IS NOT NULL;

-- DATA MODULES

-- Tables that a company defines for itself. `document` holds custom_fields, i18n, restrictions and the type of every field
-- name ever defined.
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
CREATE INDEX module_records_by_module ON module_records (adm_id, record_number);

-- The values of identifier fields, each unique in its module.
CREATE TABLE module_keys (
  adm_id TEXT NOT NULL,
  field TEXT NOT NULL,
  match_key TEXT NOT NULL,
  record_number INTEGER NOT NULL,
  PRIMARY KEY (adm_id, field, match_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX module_keys_by_record ON module_keys (record_number);

-- The last number of each auto-generated number field; a number is given out once.
CREATE TABLE module_sequences (
  adm_id TEXT NOT NULL,
  field TEXT NOT NULL,
  last_number INTEGER NOT NULL,
  PRIMARY KEY (adm_id, field)
) STRICT, WITHOUT ROWID;

-- STREAM, AUDIT LOG, KEPT ANSWERS

-- The stream of changes, in order, each written in the transaction of its change. A number is used once, so a consumer's
-- position stays valid. `data` holds only what cannot be read elsewhere: leads, events and users are read when the stream
-- is.
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
CREATE INDEX changes_by_lead ON changes (lead_id) WHERE lead_id IS NOT NULL;

-- Who did what to whom, for a year: settings, people, keys, exports, erasures, sign-ins and refusals. `user_id` is the user
-- who acted or whose key did: an erasure finds the name by it after the key is gone.
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
CREATE INDEX audit_by_time ON audit (audit_time);

-- Answers to writes with an Idempotency-Key, for a day, each written in the transaction of its change: the answer is there
-- exactly if the change was made. Key and request are stored as hashes. `leads` names the leads of the answer, for erasures.
CREATE TABLE idempotent_answers (
  caller TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  leads TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (caller, key_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotent_answers_by_time ON idempotent_answers (created_time);

-- WEBHOOKS

-- `position` is the number of the last change processed for the webhook. `secrets` is a JSON list of {secret, until},
-- newest first; `until` is null for the permanent one. `last_attempt` is the last attempt to send, whatever the message:
-- JSON {time, deliveryId, status, answerStatus, answerMilliseconds, error}. `failing_since` is the time of the first
-- failure after the last success.
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
) STRICT;

-- One message to one receiver. `webhook_id` is one of `webhooks`, or `notifications` for the webhook in the options; then
-- `delivery_id` is the notification's. `sequence` is the change that is reported, null for a test. `next_attempt_time` is
-- null when nothing is left to send.
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
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, delivery_number);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_time) WHERE webhook_id <> 'notifications';
CREATE INDEX webhook_deliveries_by_sequence ON webhook_deliveries (sequence) WHERE sequence IS NOT NULL;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_time)
  WHERE next_attempt_time IS NOT NULL;

-- CALLS

-- One row: how calls are answered, with the carriers' secrets. `book_version` counts every change that affects who rings:
-- these settings, those of the numbers, and people. `next_publish_time` is null when the edge has the newest phone book.
CREATE TABLE call_settings (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  modified_time INTEGER NOT NULL,
  book_version INTEGER NOT NULL DEFAULT 0,
  publish_failures INTEGER NOT NULL DEFAULT 0,
  next_publish_time INTEGER
) STRICT;
INSERT INTO call_settings (only_row, version, document, modified_time) VALUES (1, 0, '{}', 0);

-- `facts` holds what the carrier reported, from which the rest of the call follows in whatever order the reports came;
-- `remarks` holds what people wrote. The columns are for selecting and sorting. `outcome` is null during the call, and
-- `deadline` is then the time after which the call counts as over without a report. A call's lead is the one whose timeline
-- shows its event, so merges need not know of calls. `visit` is for the visit before the call.
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
-- Lists of calls by several filters: each index has the columns of the other filters as well, so that calls that do not
-- match are skipped without reading their rows. A call gets into the index by outcome when it has one.
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
-- No erasure of a lead reaches these, so they are kept for a limited time.
CREATE INDEX calls_without_lead ON calls (started_time) WHERE event_id IS NULL;

-- Carriers' requests as received, for 30 days: the same request counts once, and one that arrives before its call waits
-- here. They are numbered in order, so the oldest has the lowest number.
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

-- Callers who reached nobody, with the open reminder on their lead.
CREATE TABLE missed_callers (
  caller TEXT PRIMARY KEY,
  event_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The user who got the last new lead of a location; the next user gets the next one.
CREATE TABLE assignment_turns (
  location_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- MESSAGES (SMS AND MMS)

-- Both directions. A message's lead is the one whose timeline shows its event. An outbound message is `queued` until the
-- alarm sends it; until the carrier gives an id, `carrier_text_id` is our own. `origin` is the URL of this deployment that
-- the carrier reports to. `answers` is the message that an automatic reply answers, so that the carrier gets the same answer
-- when it reports that message again. `settled_event_id` is the reminder that a message of ours has closed, which is
-- reopened if the message does not arrive.
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
  settled_event_id TEXT,
  UNIQUE (carrier, carrier_text_id)
) STRICT;
CREATE INDEX texts_by_time ON texts (sent_time, text_number);
CREATE INDEX texts_by_phone ON texts (phone, sent_time, text_number) WHERE phone IS NOT NULL;
CREATE INDEX texts_by_number ON texts (number, sent_time, text_number);
CREATE INDEX texts_by_event ON texts (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX texts_to_send ON texts (next_attempt_time) WHERE next_attempt_time IS NOT NULL;
CREATE UNIQUE INDEX texts_by_answered ON texts (answers) WHERE answers IS NOT NULL;
-- No erasure of a lead reaches these, so they are kept for a limited time.
CREATE INDEX texts_without_lead ON texts (sent_time) WHERE event_id IS NULL;

-- Numbers of people who want no more messages. The law requires keeping them for good, so they outlive the messages.
CREATE TABLE opt_outs (
  phone TEXT PRIMARY KEY,
  opted_out_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The number of messages sent in each ten minutes, per scope: `lead:<id>`, `user:<id>`, `company`, `replies`; of calls that rang
-- abroad: `calls abroad`, and `calls abroad: noted` for their note in the audit log.
CREATE TABLE outgoing_counts (
  start_time INTEGER NOT NULL,
  scope TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (start_time, scope)
) STRICT, WITHOUT ROWID;

-- ERASURES

-- Users whose data is being erased: their rows are anonymous already, and the alarm searches the timelines for their name,
-- from `next_event` to `last_event`. `address` is the account's until it is released.
CREATE TABLE user_erasures (
  user_id TEXT PRIMARY KEY,
  address TEXT,
  next_event INTEGER NOT NULL,
  last_event INTEGER NOT NULL
) STRICT;

-- E-mail addresses and phone numbers of people erased during an import, as keyed hashes, for a week: the import's rows do
-- not create them again.
CREATE TABLE erased_identifiers (
  digest TEXT PRIMARY KEY,
  erased_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX erased_identifiers_by_time ON erased_identifiers (erased_time);

-- Erased calls and messages as hashes of their carriers' ids: later reports of them are not stored.
CREATE TABLE erased_tellings (
  digest TEXT PRIMARY KEY,
  erased_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX erased_tellings_by_time ON erased_tellings (erased_time);

-- Files of erased people that a carrier is asked to delete: recordings by id, media of messages by URL. Nothing else of the
-- person or the call is stored here.
CREATE TABLE carrier_erasures (
  carrier TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('recording', 'media')),
  file TEXT NOT NULL,
  failures INTEGER NOT NULL,
  next_attempt_time INTEGER NOT NULL,
  PRIMARY KEY (carrier, kind, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX carrier_erasures_by_time ON carrier_erasures (next_attempt_time);
