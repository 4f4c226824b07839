/** The network that a request comes from. */
import ipaddr from 'ipaddr.js';

/**
 * How many of an IPv6 address's eight groups of 16 bits name the network of a household or an office: its /64. The
 * other four change from day to day (RFC 8981).
 */
const NETWORK_GROUPS = 4;

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * The network that an address stands for: an IPv4 address as it is, an IPv6 address as its /64.
 * @returns undefined when `ip` is no address
 */
export function networkOf(ip: string): string | undefined {
  if (IPV4.test(ip)) return ip;
  if (!ipaddr.IPv6.isValid(ip)) return undefined;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const groups = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** The network that a request comes from; undefined where the platform does not say. No other header is believed. */
export function networkOfRequest(headers: Headers): string | undefined {
  const ip = headers.get('CF-Connecting-IP');
  return ip === null ? undefined : networkOf(ip);
}
