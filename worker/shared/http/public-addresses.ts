/** Checks URLs of users to which the Worker sends requests: only hosts on the public internet are allowed. Pure. */
import ipaddr from 'ipaddr.js';
import { Problem } from './problems.ts';

/** Names of the local machine and of private networks (RFC 6761, 6762, 8375, and usual names of systems and routers). */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|localdomain|localhost6|localdomain6|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;
/** Global IPv6 addresses (RFC 4291, 2.4). Others include IPv4 addresses in IPv6 notation, such as `::127.0.0.1`. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** The rules of a deployment. */
export interface AddressRules {
  /** Allows private addresses and http, for a developer's machine. */
  mayBePrivate: boolean;
}

/**
 * Refuses a URL that is not public or not https.
 * @param pointer its place in the body
 * @throws Problem `invalid_parameter`
 */
export function requirePublicAddress(address: string, pointer: string, rules: AddressRules): void {
  const detail = faultOfAddress(address, rules);
  if (detail === undefined) return;
  throw new Problem('invalid_parameter', detail, {
    errors: [{ pointer, code: 'invalid_parameter', detail }],
  });
}

/** Returns the fault of a URL; undefined when there is none. */
export function faultOfAddress(address: string, { mayBePrivate }: AddressRules): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'Write an https URL.';
  if (url.username !== '' || url.password !== '') return 'Write the URL without a user name and a password.';
  if (mayBePrivate) return undefined;
  if (url.protocol !== 'https:') return 'Write an https URL, so that the data is encrypted.';
  return isPublicHost(url.hostname) ? undefined : 'Write a URL on the public internet.';
}

/** @param host as `URL` normalises it: lower case, IPv4 in four decimals, IPv6 in brackets */
function isPublicHost(host: string): boolean {
  const name = host.replace(/(?<!\.)\.+$/, '');
  const literal = name.replace(/^\[(.*)\]$/, '$1');
  // `process` unwraps an IPv4 address in an IPv6 one.
  if (ipaddr.isValid(literal)) return isPublicNumber(ipaddr.process(literal));
  return name.includes('.') && !PRIVATE_NAMES.test(name);
}

function isPublicNumber(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}
