-- Whether messages have one level of names and values, and the API key that subscribed by itself (JSON), with which the webhook ends.
ALTER TABLE webhooks ADD COLUMN is_flat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN subscriber TEXT;
