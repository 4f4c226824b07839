-- How the phone itself refused texts, beside what a user set by hand (`origin` is `user`): START takes back this, a user the other.
ALTER TABLE opt_outs ADD COLUMN phone_origin TEXT CHECK (phone_origin IN ('message', 'carrier'));

UPDATE opt_outs SET phone_origin = origin WHERE origin <> 'user';
