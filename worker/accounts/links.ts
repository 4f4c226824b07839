/**
 * Links with which a person chooses a password. A link of a company is an invitation to it, or a new password for one of its
 * users. A link of an account goes to the address by mail and is for all of its companies. The database has an id that the link
 * contains; the link also has its signature, so that the database opens nothing.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { KeyedHash } from '../shared/secrets/keyed-hash.ts';
import type { Sender } from '../shared/limits/networks.ts';

const signatures = new KeyedHash('leadline sign-in link');

/** Bytes of the id. */
const NONCE_BYTES = 16;
/** Characters of 16 bytes in base64url. */
const SHAPE = /^ll(i)_([\w-]{22})([\w-]{22})([\w-]{22})$|^ll(r)_([\w-]{22})([\w-]{22})([\w-]{2,400})$/;

/** A company's link: an invitation, or a new password for a user. */
export interface CompanyLink {
  companyId: string;
  nonce: string;
}

/** The link of an account, which proves that its holder reads the mail of the address. */
export interface AccountLink {
  email: string;
  nonce: string;
}

/** What a link is for, as its page shows it. */
export interface LinkPurpose {
  kind: 'invitation' | 'password';
  email: string;
  /** Milliseconds since the epoch. */
  expiresTime: number;
  /** The company that made the link; absent in a link for all companies. */
  companyName?: string;
  companyId?: string;
  /** What the company calls the product, if not Leadline. */
  brandName?: string;
  /** The names of the other companies that an invitation is to. */
  furtherCompanies?: string[];
  /** The name of the person, if the company knows it. */
  name?: string;
}

/** How the holder of a link wants to sign in from now on. */
export interface LinkUse {
  /** The new password; undefined with `presentPassword`. */
  password?: string;
  /** The password with which the person signs in to another company (invitations only). */
  presentPassword?: string;
  /** The name of the person, for an invitation. */
  name?: string;
  sender: Sender;
  /** The browser or program, from `deviceName`. */
  device: string;
}

/** Makes the id of a link. */
export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url');
}

/** Returns a company's link as text. @param secret of the deployment */
export function companyToken({ companyId, nonce }: CompanyLink, secret: string | undefined): string {
  const company = Buffer.from(companyId.replaceAll('-', ''), 'hex').toString('base64url');
  return `lli_${company}${nonce}${signatures.of(`company ${companyId} ${nonce}`, secret)}`;
}

/** Returns an account's link as text. @param secret of the deployment */
export function accountToken({ email, nonce }: AccountLink, secret: string | undefined): string {
  const signature = signatures.of(`account ${email} ${nonce}`, secret);
  return `llr_${nonce}${signature}${Buffer.from(email).toString('base64url')}`;
}

/** Reads a link. @returns undefined if it was not made here */
export function readToken(
  token: string,
  secret: string | undefined,
): { company: CompanyLink } | { account: AccountLink } | undefined {
  const [, i, company = '', nonce = '', , , ofAccount = '', , email = ''] = SHAPE.exec(token) ?? [];
  if (i !== undefined) {
    const link = { companyId: uuidOf(company), nonce };
    return isSame(companyToken(link, secret), token) ? { company: link } : undefined;
  }
  const link = { email: Buffer.from(email, 'base64url').toString(), nonce: ofAccount };
  return ofAccount !== '' && isSame(accountToken(link, secret), token) ? { account: link } : undefined;
}

/** Returns the address of the page of a link. The link is behind `#`, so that no server's log has it. */
export function linkUrl(origin: string, token: string): string {
  return `${origin}/console/link#${token}`;
}

function uuidOf(text: string): string {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
