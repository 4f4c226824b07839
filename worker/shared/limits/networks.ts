/** Finds the network of a request. */
import ipaddr from 'ipaddr.js';

/**
 * How many of the eight 16-bit groups of an IPv6 address name a household's or office's network: its /64. The other four
 * change from day to day (RFC 8981).
 */
const NETWORK_GROUPS = 4;
/** A provider may give a customer a /48, which has 65,536 networks (RFC 6177). */
const BLOCK_GROUPS = 3;

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Returns the network of an address: an IPv4 address as it is, an IPv6 address as its /64.
 * @returns undefined when `ip` is no address
 */
export function networkOf(ip: string): string | undefined {
  return prefixOf(ip, NETWORK_GROUPS);
}

/**
 * Returns the block of networks that one sender may have: an IPv4 address as it is, an IPv6 address as its /48. Its networks are
 * one sender or, at a mobile carrier, many.
 * @returns undefined when `ip` is no address
 */
export function blockOf(ip: string): string | undefined {
  return prefixOf(ip, BLOCK_GROUPS);
}

function prefixOf(ip: string, count: number): string | undefined {
  if (IPV4.test(ip)) return ip;
  if (!ipaddr.IPv6.isValid(ip)) return undefined;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const groups = address.parts.slice(0, count).map((group) => group.toString(16));
  return `${groups.join(':')}::/${16 * count}`;
}

/** Whom a request counts for, as hashes: the network of its sender, and the block that it is part of. The same for IPv4. */
export interface Sender {
  readonly network: string;
  readonly block: string;
}

/**
 * Returns the sender of a request, as `addressOfRequest`.
 * @param hash makes a keyed hash; each of the two is made when it is first needed
 */
export function senderOfRequest(headers: Headers, hash: (text: string) => string): Sender | undefined {
  const ip = addressOfRequest(headers);
  const [network, block] = ip === undefined ? [] : [networkOf(ip), blockOf(ip)];
  if (network === undefined || block === undefined) return undefined;
  const hashes: { network?: string; block?: string } = {};
  return {
    get network() {
      return (hashes.network ??= hash(network));
    },
    get block() {
      return (hashes.block ??= hash(block));
    },
  };
}

/** Returns a sender with both hashes made, for another object. */
export function plainSender({ network, block }: Sender): Sender {
  return { network, block };
}

/** Returns the address of a request; undefined where the platform sets no CF-Connecting-IP. Other headers are not trusted. */
export function addressOfRequest(headers: Headers): string | undefined {
  return headers.get('CF-Connecting-IP') ?? undefined;
}
