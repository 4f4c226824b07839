-- Finds the texts of a branch, which its people may read.
CREATE INDEX texts_by_location ON texts (location_id, sent_time, text_number);
