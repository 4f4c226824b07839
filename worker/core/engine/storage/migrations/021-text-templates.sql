-- The texts that people start from when they write to leads: a list of {name, text}. A company that is being made gets it with
-- its other settings.
INSERT INTO settings (name, version, document)
SELECT 'templates', 1, '[]' WHERE EXISTS (SELECT 1 FROM settings);
