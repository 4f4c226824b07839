-- The companies that hold a number. `account` is the carrier account in which the company has bought or imported it; empty: it is in the
-- company's settings only. Several companies hold a number that is reserved for examples, or that they had before the register.
CREATE TABLE holders (
  number TEXT NOT NULL,
  company_id TEXT NOT NULL,
  account TEXT NOT NULL,
  claimed_time INTEGER NOT NULL,
  PRIMARY KEY (number, company_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX holders_by_company ON holders (company_id);

-- The carrier accounts of the companies.
CREATE TABLE accounts (
  company_id TEXT NOT NULL,
  account TEXT NOT NULL,
  PRIMARY KEY (company_id, account)
) STRICT, WITHOUT ROWID;
