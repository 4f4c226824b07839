-- Texts (SMS and MMS), one row each, in both directions. The lead of a text is the one whose timeline shows its event. A text of
-- ours is `queued` until the alarm sends it; its `carrier_text_id` is its own id until the carrier gives one.
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
  UNIQUE (carrier, carrier_text_id)
) STRICT;
CREATE INDEX texts_by_time ON texts (sent_time, text_number);
CREATE INDEX texts_by_phone ON texts (phone, sent_time, text_number) WHERE phone IS NOT NULL;
CREATE INDEX texts_by_number ON texts (number, sent_time, text_number);
CREATE INDEX texts_by_event ON texts (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX texts_to_send ON texts (next_attempt_time) WHERE next_attempt_time IS NOT NULL;

-- Whoever wants no more texts. The law asks to remember it for good, so this outlives the texts.
CREATE TABLE opt_outs (
  phone TEXT PRIMARY KEY,
  opted_out_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
