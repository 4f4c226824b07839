-- Up to where a long recording is written down, as JSON.
ALTER TABLE transcripts ADD COLUMN position TEXT;
