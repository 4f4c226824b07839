-- Companies that the link of an invitation opens beside its own: their ids, names, and the ids of their invitations' links.
ALTER TABLE sign_in_links ADD COLUMN further TEXT NOT NULL DEFAULT '[]';
