-- How the last attempt to send to a webhook went, whatever the message, as JSON {time, deliveryId, status, answerStatus,
-- answerMilliseconds, error}, null before the first; and the time of the first of the failures that follow the last success.
ALTER TABLE webhooks ADD COLUMN last_attempt TEXT;
ALTER TABLE webhooks ADD COLUMN failing_since INTEGER;
