/** Which known source a host or a campaign's `utm_source` is. The table is packed by build/referrer-table.ts. Pure. */
import table from '../../../../dist/tables/referrers.json';

export type SourceCategory =
  | 'search'
  | 'social'
  | 'video'
  | 'shopping'
  | 'email'
  | 'ai_assistant'
  // Hosts that serve nothing but ads: whoever comes from there has clicked one.
  | 'search_ad'
  | 'display_ad'
  | 'native_ad';

/** A known source: `{category: 'search', name: 'Google'}`. */
export interface KnownSource {
  category: SourceCategory;
  name: string;
  /** Only an advertiser's campaigns name the source like this: `google_ads`. */
  isPaid?: boolean;
}

/** Of a host, `itself` says that what is below it is any site: `wordpress.com`. Of a name, `paid` says that ads have it. */
type Entry = readonly [category: SourceCategory, name: string, remark?: 'itself' | 'paid'];

/** Hosts may hold one `{}`, which stands for a country's ending (`google.{}`) or a country's prefix (`{}.bing.com`). */
export interface ReferrerTable {
  hosts: Record<string, Entry>;
  /** By lower-case name or alias. */
  names: Record<string, Entry>;
  /** E-mail providers by their domain. Other services of theirs may be there as well. */
  mailDomains: Record<string, string>;
  /** Search engines by a host all of whose subdomains belong to the search. */
  searchDomains: Record<string, string>;
}

const { hosts, names, mailDomains, searchDomains } = table as unknown as ReferrerTable;

/** Categories whose subdomains are the same source. A search engine's are not: docs.google.com is no search. */
const INHERITED: ReadonlySet<SourceCategory> = new Set([
  'social',
  'video',
  'shopping',
  'email',
  'ai_assistant',
  'search_ad',
  'display_ad',
  'native_ad',
]);
/** A host below a known search that says itself that it searches: it.images.search.yahoo.com. */
const SEARCH_LABEL = /^(?:images?|search|suche|videos?)$/;
/** A host whose name says that people read their mail there: webmail1.example.com, mail02.orange.fr, deref-gmx.net. */
const MAIL_LABEL =
  /^(?:[a-z]*mail\d*[a-z]?|email\d*|messagerie\w*|outlook|owa|roundcube|zimbra)$|^(?:web)?mail-|-(?:web)?mail$/;
const MAIL_LINKS = /^deref-/;
/** The same at the domain of an e-mail provider, where more names are taken for it. */
const PROVIDER_LABEL = /mail|^3c(?:-|$)|^(?:inbox|navigator|rich)(?:-|$)/;
/** A provider that does nothing but mail: fastmail.com, not mail.ru. */
const MAIL_NAME = /^\w+mail$/;
/** What is registered under a country together with what is before it: dailymail.co.uk is no mail. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|go|gob|gouv|gov|ne|net|or|org)$/;
/** An app says its name the other way round: com.yahoo.mobile.client.android.mail. */
const APP = /^(?:ch|com|de|fr|io|it|jp|me|net|org|ru)\./;

/** RFC 1035, 2.3.4: anything longer is no host, and has as many parents as it has dots. */
const MAX_HOST_LENGTH = 253;

/** The known source at `host` (lower case), or undefined. The order is in docs/sources.md. */
export function sourceOfHost(host: string): KnownSource | undefined {
  if (host.length > MAX_HOST_LENGTH) return undefined;
  const bare = host.replace(/^(?:www|m|mobile|amp)\./, '');
  const exact = find(host) ?? find(bare) ?? mailSource(host);
  if (exact !== undefined) return exact;
  for (const domain of domainsAbove(bare)) {
    const parent = find(domain);
    if (parent !== undefined) return inherited(parent, domain);
    const engine = own(searchDomains, domain);
    if (engine !== undefined) return { category: 'search', name: engine };
  }
  return undefined;
}

/**
 * Finds the source that sent a visitor out of an Android app.
 * @param app the package, in lower case: the host of `android-app://com.facebook.katana`
 */
export function sourceOfApp(app: string): KnownSource | undefined {
  if (app.length > MAX_HOST_LENGTH) return undefined;
  const labels = app.split('.');
  const exact = find(app) ?? mailSource(app);
  if (exact !== undefined) return exact;
  // The package begins with the maker's domain, turned around.
  const site = find(labels.slice(0, 2).toReversed().join('.'));
  return site !== undefined && INHERITED.has(site.category) ? site : undefined;
}

/** A campaign's tag for ads of a source: facebook_ads, linkedin-ads, bingads. */
const ADS_TAG = /^(.+?)[-_. ]*(?:ads?|advertising)$/;

/** Finds the source that a campaign names in `utm_source`: a name, an alias, a host, or one of them with "ads"; in any case. */
export function sourceOfName(text: string): KnownSource | undefined {
  const name = text.toLowerCase().replace(/\.$/, '');
  const exact = known(own(names, name)) ?? sourceOfHost(name);
  if (exact !== undefined) return exact;
  const advertised = ADS_TAG.exec(name)?.[1];
  const source = advertised === undefined ? undefined : known(own(names, advertised));
  return source && { ...source, isPaid: true };
}

function inherited(parent: KnownSource, domain: string): KnownSource | undefined {
  const isSearch = parent.category === 'search' && SEARCH_LABEL.test(domain.slice(0, domain.indexOf('.')));
  if (own(hosts, domain)?.[2] === 'itself') return undefined;
  const isAll = isSearch || Object.hasOwn(searchDomains, domain);
  return isAll || INHERITED.has(parent.category) ? parent : undefined;
}

/** A mail site, by the names of hosts that such sites have. */
function mailSource(host: string): KnownSource | undefined {
  const labels = host.split('.');
  const registered = registeredLabels(labels);
  const before = APP.test(host) && labels.length > 2 ? labels : labels.slice(0, -registered);
  const provider = [host, ...domainsAbove(host)].flatMap((domain) => mailDomain(domain) ?? [])[0];
  const isMail = MAIL_LINKS.test(host) || before.some((label) => MAIL_LABEL.test(label));
  const isProvidersMail =
    MAIL_NAME.test(labels.at(-registered) ?? '') || before.some((label) => PROVIDER_LABEL.test(label));
  return isMail || (provider !== undefined && isProvidersMail)
    ? { category: 'email', name: provider ?? host }
    : undefined;
}

/** How many labels of a host are registered: two of example.com, three of example.co.uk. */
function registeredLabels(labels: readonly string[]): number {
  return SECOND_LEVEL.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2 ? 3 : 2;
}

/** The e-mail provider at a domain, under whatever country's ending. */
function mailDomain(domain: string): string | undefined {
  return own(mailDomains, domain) ?? own(mailDomains, anyCountry(domain));
}

/** The domains that a host is in, from the nearest on. */
function domainsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}

function find(host: string): KnownSource | undefined {
  const anyCountryPrefix = host.replace(/^[a-z]{2}\./, '{}.');
  return known(own(hosts, host) ?? own(hosts, anyCountry(host)) ?? own(hosts, anyCountryPrefix));
}

/** `google.co.uk` is `google.{}`. */
function anyCountry(host: string): string {
  return host.replace(/\.(?:com?\.)?[a-z]{2}$/, '.{}');
}

function known(entry: Entry | undefined): KnownSource | undefined {
  if (entry === undefined) return undefined;
  const [category, name, remark] = entry;
  return remark === 'paid' ? { category, name, isPaid: true } : { category, name };
}

function own<Value>(entries: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}
