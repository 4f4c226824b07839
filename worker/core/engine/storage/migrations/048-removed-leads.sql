-- What removed leads are found by: folded names and e-mail addresses, and the digits of phone numbers. The index has it, so
-- that a search reads no records. Those that were removed before are found by their names.
ALTER TABLE lead_removals ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE lead_removals SET search_text = lower(coalesce(record ->> 'name', ''));
DROP INDEX lead_removals_by_time;
CREATE INDEX lead_removals_by_time ON lead_removals (removed_time, lead_number, search_text);
