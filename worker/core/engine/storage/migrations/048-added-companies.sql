-- How many companies the super admins of this one may add in all, as the operator allows, and those they have added. One that was begun
-- and has no `made_time` may have been made, which the company itself says.
ALTER TABLE company ADD COLUMN may_add INTEGER NOT NULL DEFAULT 0;
CREATE TABLE added_companies (
  company_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  begun_time INTEGER NOT NULL,
  made_time INTEGER
) STRICT, WITHOUT ROWID;

-- The company that has added this one; NULL if the operator has. The settings of its template are taken once.
ALTER TABLE company ADD COLUMN added_by TEXT;
ALTER TABLE company ADD COLUMN awaits_template INTEGER NOT NULL DEFAULT 0;
