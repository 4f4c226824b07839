/** The table of links with which people choose a password. */
import { newNonce } from '../../../accounts/links.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { actorId, type RoleId } from '../../engine/context/actors.ts';
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, json, Table } from '../../engine/storage/table.ts';

/** How long a link is kept after it was made. */
export const LINKS_KEPT_MS = 90 * 24 * 3_600_000;

/** A company that an invitation is also to, with the id of its own link. */
export interface FurtherCompany {
  companyId: string;
  companyName: string;
  nonce: string;
}

export interface LinkRecord {
  linkId: string;
  kind: 'invitation' | 'password';
  nonce: string;
  email: string;
  /** The person's name; empty if an invitation leaves it to them. */
  name: string;
  roleId: RoleId;
  groupId: string;
  /** The user whose password it sets, or whom an invitation has become. */
  userId: string | null;
  /** The actor who made it. */
  createdBy: string;
  /** Milliseconds since the epoch, like all times here. */
  createdTime: number;
  expiresTime: number;
  endedTime: number | null;
  ending: 'used' | 'withdrawn' | null;
  further: readonly FurtherCompany[];
}

/** The links, by the time of making. */
export const LINKS: AgedRows = { table: 'sign_in_links', key: 'link_id', time: 'created_time' };

const ROWS = new Table<LinkRecord>('sign_in_links', {
  linkId: AS_IS,
  kind: AS_IS,
  nonce: AS_IS,
  email: AS_IS,
  name: AS_IS,
  roleId: AS_IS,
  groupId: AS_IS,
  userId: AS_IS,
  createdBy: AS_IS,
  createdTime: AS_IS,
  expiresTime: AS_IS,
  endedTime: AS_IS,
  ending: AS_IS,
  further: json(),
});
const INSERT = ROWS.insert('email_key');
const BY_ID = ROWS.select('WHERE link_id = ?');
const USABLE = ROWS.select('WHERE nonce = ? AND ended_time IS NULL AND expires_time > ?');
const OPEN = ROWS.select('WHERE kind = ? AND email_key = ? AND ended_time IS NULL');
const INVITATIONS = ROWS.select(`WHERE kind = 'invitation' ORDER BY created_time DESC, link_id DESC`);

/** Stores a new link. */
export function addLink(
  context: WriteContext,
  given: Pick<LinkRecord, 'kind' | 'email' | 'name' | 'roleId' | 'groupId' | 'userId' | 'further'>,
  validMs: number,
): LinkRecord {
  const link: LinkRecord = {
    ...given,
    linkId: crypto.randomUUID(),
    nonce: newNonce(),
    createdBy: actorId(context.actor),
    createdTime: context.now,
    expiresTime: context.now + validMs,
    endedTime: null,
    ending: null,
  };
  context.database.run(INSERT, ...ROWS.values(link), emailKey(link.email));
  context.wakeBy(link.createdTime + LINKS_KEPT_MS);
  return link;
}

/** Gives a link a new id and a new end: the former link can no longer be used. */
export function renewLink({ database, now }: WriteContext, link: LinkRecord, validMs: number): LinkRecord {
  const renewed = { ...link, nonce: newNonce(), expiresTime: now + validMs };
  database.run(
    'UPDATE sign_in_links SET nonce = ?, expires_time = ? WHERE link_id = ?',
    renewed.nonce,
    renewed.expiresTime,
    link.linkId,
  );
  return renewed;
}

/** Ends a link. @param userId the user whom an invitation has become */
export function endLink(
  { database, now }: WriteContext,
  { linkId }: Pick<LinkRecord, 'linkId'>,
  ending: 'used' | 'withdrawn',
  userId?: string,
): void {
  database.run(
    `UPDATE sign_in_links SET ended_time = ?, ending = ?, user_id = coalesce(?, user_id)
     WHERE link_id = ? AND ended_time IS NULL`,
    now,
    ending,
    userId ?? null,
    linkId,
  );
}

/** Finds a link by its id, ended or not. */
export function findLink(database: Database, linkId: string): LinkRecord | undefined {
  return ROWS.maybe(database, BY_ID, linkId);
}

/** Finds a link that can be used. */
export function findUsableLink(database: Database, nonce: string, now: number): LinkRecord | undefined {
  return ROWS.maybe(database, USABLE, nonce, now);
}

/** Finds the link of a kind to an address that was neither used nor withdrawn; it may be too old. */
export function findOpenLink(
  database: Database,
  kind: LinkRecord['kind'],
  email: string,
): LinkRecord | undefined {
  return ROWS.maybe(database, OPEN, kind, emailKey(email));
}

/** Lists the invitations, newest first. */
export function listInvitations(database: Database): LinkRecord[] {
  return ROWS.all(database, INVITATIONS);
}

/** Counts links that were made since a time, and invitations that are open now. */
export function countLinks(database: Database, since: number): { made: number; open: number } {
  return database.one<{ made: number; open: number }>(
    `SELECT count(*) FILTER (WHERE created_time > ?) AS made,
       count(*) FILTER (WHERE ended_time IS NULL AND kind = 'invitation') AS open FROM sign_in_links`,
    since,
  );
}

/** Deletes the links of a user and to their address. */
export function deleteLinksOf(database: Database, userId: string, email: string): void {
  database.run('DELETE FROM sign_in_links WHERE user_id = ? OR email_key = ?', userId, emailKey(email));
}
