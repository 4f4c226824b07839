-- The trigrams of name, e-mails and phones of each lead, by lead number, folded in code: what finds a rare fragment at once.
-- Only which leads have which trigram is kept, so whoever asks looks at the leads that come out.
CREATE VIRTUAL TABLE lead_texts USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
-- Leads from before this table, by number: those from next_number to last_number are not in it yet.
CREATE TABLE lead_texts_backlog (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  next_number INTEGER NOT NULL,
  last_number INTEGER NOT NULL
) STRICT;
INSERT INTO lead_texts_backlog SELECT 1, 1, coalesce(max(lead_number), 0) FROM leads;

-- Folding knows more letters now (ø as o, ł as l, ...), so whatever was folded before is made anew.
DELETE FROM column_chunks;
INSERT OR IGNORE INTO unindexed_events
  SELECT event_number FROM events WHERE type IN ('note', 'email_message', 'reminder');
