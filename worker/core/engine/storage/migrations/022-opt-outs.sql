-- Who opted a person out: they wrote STOP, their carrier refused a message, or a user was told.
ALTER TABLE opt_outs ADD COLUMN origin TEXT NOT NULL DEFAULT 'message' CHECK (origin IN ('message', 'carrier', 'user'));
-- The list, latest first.
CREATE INDEX opt_outs_by_time ON opt_outs (opted_out_time, phone);
