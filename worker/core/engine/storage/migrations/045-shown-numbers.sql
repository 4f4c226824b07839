-- The company's number that the page of a form showed, E.164, so that calls and messages to its sender come from it. NULL if it is
-- not known.
ALTER TABLE forms ADD COLUMN number TEXT;
