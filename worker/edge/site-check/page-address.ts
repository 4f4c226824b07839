/** Which pages the site check reads: those of the company's own sites, on the public internet. Pure. */
import ipaddr from 'ipaddr.js';
import { isOwnHost } from '../../dni/pure/domains.ts';
import { type AddressRules, faultOfAddress } from '../../shared/http/public-addresses.ts';

const MAX_ADDRESS_LENGTH = 2_000;
/** This machine, where a developer's own pages are. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Whose pages may be read. */
export interface PageRules extends AddressRules {
  /** The company's domains; subdomains are its own too. */
  domains: readonly string[];
  /** Origins of the sites where the widget was seen; they count as long as there are no domains. */
  seenSites: readonly string[];
}

/** Why an address is not read. `foreign`: it may be somebody else's. */
export interface AddressFault {
  kind: 'invalid' | 'foreign' | 'no_domains';
  detail: string;
}

/** The address of a page as somebody types it: `acme.example/contact` is one too. */
export function pageUrlOf(text: string): URL | null {
  const typed = text.trim();
  if (typed.length > MAX_ADDRESS_LENGTH) return null;
  return URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
}

/** What is wrong with an address, typed or from a redirect; undefined when the page may be read. */
export function faultOfPage(url: URL, rules: PageRules): AddressFault | undefined {
  const isLocal = rules.mayBePrivate && LOOPBACK.test(url.hostname);
  const unreachable = isLocal ? faultOfAddress(url.href, rules) : faultOfPublicPage(url);
  if (unreachable !== undefined) return { kind: 'invalid', detail: unreachable };
  return faultOfSite(url, rules);
}

function faultOfPublicPage(url: URL): string | undefined {
  if (ipaddr.isValid(url.hostname.replaceAll(/[[\]]/g, ''))) {
    return 'Write the name of the site; an address in numbers is not read.';
  }
  // A name that a company has in its own network is none of a site, on a developer's machine neither.
  return (
    faultOfAddress(url.href, { mayBePrivate: false }) ??
    (url.port === '' ? undefined : 'Write the address of a page without a port.')
  );
}

function faultOfSite(url: URL, { domains, seenSites }: PageRules): AddressFault | undefined {
  const host = url.hostname.replace(/\.$/, '');
  if (domains.length > 0) {
    if (isOwnHost(host, new Set(domains))) return undefined;
    return { kind: 'foreign', detail: `${host} is none of the company's domains, nor below one.` };
  }
  if (seenSites.includes(url.origin)) return undefined;
  return {
    kind: 'no_domains',
    detail: `Say first that ${host} is the company's: the settings name no domains, and the widget was not seen there yet.`,
  };
}
