-- When the user has read a notification. Those of before this column are unread.
ALTER TABLE notifications ADD COLUMN read_time INTEGER;
CREATE INDEX unread_notifications ON notifications (user_id, created_time) WHERE read_time IS NULL;
