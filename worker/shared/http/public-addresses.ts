/** Addresses that the Worker may be told to send to: on the public internet, not in anybody's own network. Pure. */
import ipaddr from 'ipaddr.js';
import { Problem } from './problems.ts';

/** Names that mean this machine or a network of one's own (RFC 6761, RFC 6762, RFC 8375, and what systems and routers use). */
const OWN_NAMES =
  /(?:^|\.)(?:localhost|localdomain|localhost6|localdomain6|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;
/** Where the IPv6 addresses of the internet are (RFC 4291, 2.4); below it are old ways to write IPv4 ones, as `::127.0.0.1`. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** What a deployment lets addresses be. */
export interface AddressRules {
  /** Where the product runs on a developer's machine: addresses of that machine, and http, are fine as well. */
  mayBePrivate: boolean;
}

/**
 * Refuses an address that nobody on the internet could reach, and one that is not encrypted.
 * @param pointer where it stands in the body
 * @throws Problem `invalid_parameter`
 */
export function requirePublicAddress(address: string, pointer: string, rules: AddressRules): void {
  const detail = faultOfAddress(address, rules);
  if (detail === undefined) return;
  throw new Problem('invalid_parameter', detail, {
    errors: [{ pointer, code: 'invalid_parameter', detail }],
  });
}

/** What is wrong with an address; undefined when it is a public one. */
export function faultOfAddress(address: string, { mayBePrivate }: AddressRules): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'Write an https URL.';
  if (url.username !== '' || url.password !== '') return 'Write the URL without a user name and a password.';
  if (mayBePrivate) return undefined;
  if (url.protocol !== 'https:') return 'Write an https URL; what is sent is not for everybody to read.';
  return isPublicHost(url.hostname) ? undefined : 'Write a URL on the public internet.';
}

/** @param host as `URL` normalises it: lower case, IPv4 in four decimals, IPv6 in brackets */
function isPublicHost(host: string): boolean {
  const name = host.replace(/\.+$/, '');
  const literal = name.replace(/^\[(.*)\]$/, '$1');
  // `process` takes an IPv4 address within an IPv6 one for what it is.
  if (ipaddr.isValid(literal)) return isPublicNumber(ipaddr.process(literal));
  return name.includes('.') && !OWN_NAMES.test(name);
}

function isPublicNumber(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}
