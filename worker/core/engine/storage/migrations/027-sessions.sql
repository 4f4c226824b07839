-- Sign-ins as their user sees them: an id that opens nothing, the browser or program, and the last use, which is recorded hourly.
ALTER TABLE tokens ADD COLUMN session_id TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN last_used_time INTEGER;
UPDATE tokens SET session_id = lower(hex(randomblob(16)));
