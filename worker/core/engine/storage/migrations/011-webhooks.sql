-- Who is told of the company's changes. `position` is the number of the last change that was looked at for it; `secrets`
-- is a JSON list of {secret, until}, newest first, `until` being null for the one that stays.
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
  created_by TEXT NOT NULL
) STRICT;

-- One message to one receiver, and how it went. `webhook_id` is one of `webhooks`, or `notifications` for the webhook in
-- the options; then `delivery_id` is the notification's. `sequence` is the change that is told of, null for a test.
-- `next_attempt_time` is null when there is nothing (more) to send.
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

INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, created_time, status, attempts, next_attempt_time,
  delivered_time, last_error)
SELECT notification_id, 'notifications', type, created_time, status, attempts, next_attempt_time, delivered_time, last_error
FROM notifications WHERE status <> 'not_sent';

DROP INDEX notifications_due;
ALTER TABLE notifications DROP COLUMN status;
ALTER TABLE notifications DROP COLUMN attempts;
ALTER TABLE notifications DROP COLUMN next_attempt_time;
ALTER TABLE notifications DROP COLUMN delivered_time;
ALTER TABLE notifications DROP COLUMN last_error;
