-- Which of the company's accounts with carriers has a number, as its webhooks say, or the order or import of the number.
CREATE TABLE number_accounts (
  number TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  account_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT OR REPLACE INTO number_accounts (number, carrier, account_id)
SELECT number, carrier, account_id FROM carrier_numbers WHERE state IN ('active', 'imported');
