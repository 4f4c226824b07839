-- A search looks at aliases too: what is kept of e-mail addresses and phone numbers is made anew, and the leads that
-- others were merged into are put into the index of texts again.
DELETE FROM column_chunks WHERE column_name IN ('email_text', 'phone_text');
UPDATE lead_texts_backlog SET
  next_number = min(next_number, (SELECT min(survivor_number) FROM merges)),
  last_number = max(last_number, (SELECT max(survivor_number) FROM merges))
  WHERE EXISTS (SELECT 1 FROM merges);
