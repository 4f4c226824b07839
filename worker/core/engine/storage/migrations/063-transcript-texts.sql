-- Trigrams of the folded texts of transcripts, by call number; a search for them indexes those that wait first, as for timelines.
-- The upsert that fires a trigger would take OR IGNORE from it.
CREATE VIRTUAL TABLE transcript_texts USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
CREATE TABLE unindexed_transcripts (call_number INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER transcript_written AFTER INSERT ON transcripts WHEN new.segments <> '[]'
BEGIN
  INSERT INTO unindexed_transcripts SELECT call_number FROM calls WHERE call_id = new.call_id AND event_id IS NOT NULL
    AND call_number NOT IN (SELECT call_number FROM unindexed_transcripts);
END;
CREATE TRIGGER transcript_changed AFTER UPDATE OF segments ON transcripts WHEN new.segments <> old.segments
BEGIN
  DELETE FROM transcript_texts WHERE rowid = (SELECT call_number FROM calls WHERE call_id = new.call_id);
  INSERT INTO unindexed_transcripts SELECT call_number FROM calls WHERE call_id = new.call_id AND event_id IS NOT NULL
    AND call_number NOT IN (SELECT call_number FROM unindexed_transcripts);
END;
CREATE TRIGGER transcribed_call_deleted AFTER DELETE ON calls
BEGIN
  DELETE FROM unindexed_transcripts WHERE call_number = old.call_number;
  DELETE FROM transcript_texts WHERE rowid = old.call_number;
END;
INSERT INTO unindexed_transcripts SELECT call_number FROM transcripts JOIN calls USING (call_id)
WHERE event_id IS NOT NULL AND segments <> '[]';
