/** Who is asking, without keeping who that is: the IP becomes a keyed hash before it reaches any storage. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { isbot } from 'isbot';
import QuickLRU from 'quick-lru';

/** Bytes of the hash that are kept: 128 bits, so that two visitors never share a key by chance. */
const KEY_BYTES = 16;

/** Bits of an IPv6 address that name a household or an office; the rest changes from day to day (RFC 8981). */
const IPV6_PREFIX_GROUPS = 4;

/** User agents that an isolate remembers; a few hundred make up nearly all visits. */
const REMEMBERED_USER_AGENTS = 1_000;
/** A longer one is no browser's, and would take the memory of many. */
const MAX_USER_AGENT_LENGTH = 500;

/** HMAC-SHA256 that has read its key: what is the same for every address. */
type KeyedHash = ReturnType<typeof hmac.create>;

interface HidingKey {
  token: string | undefined;
  hash: KeyedHash;
}

let hidingKey: HidingKey | undefined;

/** Whether they are crawlers; isbot's expression is a long one. */
const bots = new QuickLRU<string, boolean>({ maxSize: REMEMBERED_USER_AGENTS });

/**
 * The network address that stands for a visitor: an IPv4 address as it is, an IPv6 address as its /64.
 * @returns undefined when `ip` is no address
 */
export function visitorNetwork(ip: string): string | undefined {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(ip)) return ip;
  const canonical = URL.parse(`http://[${ip.split('%', 1)[0]}]/`)?.hostname.slice(1, -1);
  if (canonical === undefined) return undefined;
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  const groups = [...left, ...zeros, ...right];
  return mappedIpv4(groups) ?? `${groups.slice(0, IPV6_PREFIX_GROUPS).join(':')}::/64`;
}

/**
 * The key under which a visitor's answer and place are kept: HMAC-SHA256 of the network address, base64url.
 * @param ip the address as `CF-Connecting-IP` has it
 * @param operatorToken the deployment's secret, from which the hashing key is derived
 * @returns undefined when `ip` is no address
 */
export function visitorKey(ip: string, operatorToken: string | undefined): string | undefined {
  const network = visitorNetwork(ip);
  if (network === undefined) return undefined;
  if (hidingKey === undefined || hidingKey.token !== operatorToken) {
    hidingKey = { token: operatorToken, hash: keyedHash(operatorToken) };
  }
  const digest = hidingKey.hash.clone().update(Buffer.from(network)).digest();
  return Buffer.from(digest.buffer, digest.byteOffset, KEY_BYTES).toString('base64url');
}

/** Whether the user agent says that it is a crawler; those see the number that search engines should index. */
export function isBot(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent.length > MAX_USER_AGENT_LENGTH) return isbot(userAgent);
  const known = bots.get(userAgent);
  if (known !== undefined) return known;
  const bot = isbot(userAgent);
  bots.set(userAgent, bot);
  return bot;
}

/**
 * Under HKDF (RFC 5869) of the secret; without one, under a key that lives as long as this isolate, so that nothing is
 * recognised later. In JavaScript, because the platform's own makes native objects at each call (decision 010).
 */
function keyedHash(token: string | undefined): KeyedHash {
  const derived = hkdfSync('sha256', token ?? randomBytes(32), '', 'leadline visitor ip', 32);
  return hmac.create(sha256, new Uint8Array(derived));
}

/** The IPv4 address inside `::ffff:a.b.c.d`, or undefined. */
function mappedIpv4(groups: readonly string[]): string | undefined {
  if (groups[5] !== 'ffff' || groups.slice(0, 5).some((group) => group !== '0')) return undefined;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}
