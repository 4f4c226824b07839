/** Decides which pages the site check reads: those of the company's own sites, on the public internet. Pure. */
import ipaddr from 'ipaddr.js';
import { isOwnHost } from '../../dni/pure/domains.ts';
import { type AddressRules, faultOfAddress } from '../../shared/http/public-addresses.ts';

const MAX_ADDRESS_LENGTH = 2_000;
/** The local machine, for a developer's own pages. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** The sites whose pages may be read. */
export interface PageRules extends AddressRules {
  /** The company's domains; subdomains count too. */
  domains: readonly string[];
  /** Origins of the sites where the widget was seen; used only while there are no domains. */
  seenSites: readonly string[];
}

/** Why a page is not read. `foreign`: the site may belong to somebody else. */
export interface AddressFault {
  kind: 'invalid' | 'foreign' | 'no_domains';
  detail: string;
}

/** Parses a typed page address; `acme.example/contact` is one too. */
export function pageUrlOf(text: string): URL | null {
  const typed = text.trim();
  if (typed.length > MAX_ADDRESS_LENGTH) return null;
  return URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
}

/** Returns why a page, typed or from a redirect, may not be read; undefined when it may. */
export function faultOfPage(url: URL, rules: PageRules): AddressFault | undefined {
  const isLocal = rules.mayBePrivate && LOOPBACK.test(url.hostname);
  const unreachable = isLocal ? faultOfAddress(url.href, rules) : faultOfPublicPage(url);
  if (unreachable !== undefined) return { kind: 'invalid', detail: unreachable };
  return faultOfSite(url, rules);
}

function faultOfPublicPage(url: URL): string | undefined {
  if (ipaddr.isValid(url.hostname.replaceAll(/[[\]]/g, ''))) {
    return 'Enter the domain name of the site, not an IP address.';
  }
  // Names in a private network are refused on a developer's machine too.
  return (
    faultOfAddress(url.href, { mayBePrivate: false }) ??
    (url.port === '' ? undefined : 'Enter the address of a page without a port.')
  );
}

function faultOfSite(url: URL, { domains, seenSites }: PageRules): AddressFault | undefined {
  const host = url.hostname.replace(/\.$/, '');
  if (domains.length > 0) {
    if (isOwnHost(host, new Set(domains))) return undefined;
    return { kind: 'foreign', detail: `${host} is not one of the company's domains or their subdomains.` };
  }
  if (seenSites.includes(url.origin)) return undefined;
  return {
    kind: 'no_domains',
    detail: `Add ${host} to the domains in your settings first. They have no domains yet, and the script was not seen on this site.`,
  };
}
