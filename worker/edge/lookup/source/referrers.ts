/** Finds the known source of a host or a campaign's `utm_source`. build/referrer-table.ts packs the table. Pure. */
import table from '../../../../dist/tables/referrers.bin';

export type SourceCategory =
  | 'search'
  | 'social'
  | 'video'
  | 'shopping'
  | 'email'
  | 'ai_assistant'
  // Hosts that serve only ads: a visit from there is a click on one.
  | 'search_ad'
  | 'display_ad'
  | 'native_ad';

/** A known source: `{category: 'search', name: 'Google'}`. */
export interface KnownSource {
  category: SourceCategory;
  name: string;
  /** Whether the name is used only in ad campaigns: `google_ads`. */
  isPaid?: boolean;
}

/** `itself`: subdomains of the host are ordinary sites (`wordpress.com`). `paid`: the name is used for ads. */
type Entry = readonly [category: SourceCategory, name: string, remark?: 'itself' | 'paid'];

/** A host may contain one `{}` for a country's ending (`google.{}`) or prefix (`{}.bing.com`). */
export interface ReferrerTable {
  hosts: Record<string, Entry>;
  /** By lower-case name or alias. */
  names: Record<string, Entry>;
  /** E-mail providers by domain, which may also have other services. */
  mailDomains: Record<string, string>;
  /** Search engines by hosts whose subdomains all belong to the search. */
  searchDomains: Record<string, string>;
}

// A file of bytes beside the script: as code, it would be parsed with the script, and count as script.
const { hosts, names, mailDomains, searchDomains } = JSON.parse(
  new TextDecoder().decode(table),
) as ReferrerTable;

/** Categories whose subdomains are the same source. Not search: docs.google.com is no search engine. */
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
/** Labels of subdomains that belong to a search engine: it.images.search.yahoo.com. */
const SEARCH_LABEL = /^(?:images?|search|suche|videos?)$/;
/** Labels of webmail hosts: webmail1.example.com, mail02.orange.fr, deref-gmx.net. */
const MAIL_LABEL =
  /^(?:[a-z]*mail\d*[a-z]?|email\d*|messagerie\w*|outlook|owa|roundcube|zimbra)$|^(?:web)?mail-|-(?:web)?mail$/;
const MAIL_LINKS = /^deref-/;
/** Further labels of webmail hosts at the domains of e-mail providers. */
const PROVIDER_LABEL = /mail|^3c(?:-|$)|^(?:inbox|navigator|rich)(?:-|$)/;
/** Names of providers that have only mail: fastmail.com, not mail.ru. */
const MAIL_NAME = /^\w+mail$/;
/** Second levels under country endings, so that the name before them counts: dailymail.co.uk is not mail. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|go|gob|gouv|gov|ne|net|or|org)$/;
/** Prefixes of app packages, which are reversed hosts: com.yahoo.mobile.client.android.mail. */
const APP = /^(?:ch|com|de|fr|io|it|jp|me|net|org|ru)\./;

/** RFC 1035, 2.3.4. A longer text is no host, and may have very many dots. */
const MAX_HOST_LENGTH = 253;

/** Finds the known source of `host` (lower case). docs/sources.md has the order. */
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
  // The package begins with the maker's domain, reversed.
  const site = find(labels.slice(0, 2).toReversed().join('.'));
  return site !== undefined && INHERITED.has(site.category) ? site : undefined;
}

/** A campaign's tag for ads of a source: facebook_ads, linkedin-ads, bingads. */
const ADS_TAG = /(?<![-_. ])[-_. ]*(?:ads?|advertising)$/;

/** Finds the source that a campaign names in `utm_source`: a name, an alias, a host, or one of them with "ads"; in any case. */
export function sourceOfName(text: string): KnownSource | undefined {
  const name = text.toLowerCase().replace(/\.$/, '');
  const exact = known(own(names, name)) ?? sourceOfHost(name);
  if (exact !== undefined) return exact;
  const tag = name.search(ADS_TAG);
  const source = tag < 1 ? undefined : known(own(names, name.slice(0, tag)));
  return source && { ...source, isPaid: true };
}

function inherited(parent: KnownSource, domain: string): KnownSource | undefined {
  const isSearch = parent.category === 'search' && SEARCH_LABEL.test(domain.slice(0, domain.indexOf('.')));
  if (own(hosts, domain)?.[2] === 'itself') return undefined;
  const isAll = isSearch || Object.hasOwn(searchDomains, domain);
  return isAll || INHERITED.has(parent.category) ? parent : undefined;
}

/** Recognises webmail by its host name. */
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

/** Returns the number of registered labels: two for example.com, three for example.co.uk. */
function registeredLabels(labels: readonly string[]): number {
  return SECOND_LEVEL.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2 ? 3 : 2;
}

/** Finds the e-mail provider of a domain, with any country ending. */
function mailDomain(domain: string): string | undefined {
  return own(mailDomains, domain) ?? own(mailDomains, anyCountry(domain));
}

/** Lists the parent domains of a host, nearest first. */
function domainsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}

function find(host: string): KnownSource | undefined {
  const anyCountryPrefix = host.replace(/^[a-z]{2}\./, '{}.');
  return known(own(hosts, host) ?? own(hosts, anyCountry(host)) ?? own(hosts, anyCountryPrefix));
}

/** Replaces the country ending: `google.co.uk` becomes `google.{}`. */
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
