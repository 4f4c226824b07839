-- A receiver that is a chat channel: its platform, and the groups and branches that it hears of. NULL for a webhook.
ALTER TABLE webhooks ADD COLUMN chat TEXT;

-- What a message to a chat channel tells of: at most ten of its things, and how many more there are.
CREATE TABLE chat_notices (
  notice_number INTEGER PRIMARY KEY,
  delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (delivery_id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  created_time INTEGER NOT NULL,
  more INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX chat_notices_by_delivery ON chat_notices (delivery_id);

CREATE INDEX chat_notices_by_lead ON chat_notices (data ->> 'lead_id') WHERE data ->> 'lead_id' IS NOT NULL;

CREATE INDEX chat_notices_by_call ON chat_notices (data ->> 'call_id') WHERE type = 'call.missed';
