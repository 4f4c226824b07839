-- Whether a webhook gets no changes of leads that look like spam.
ALTER TABLE webhooks ADD COLUMN leaves_out_spam INTEGER NOT NULL DEFAULT 0;
