/** Which known source a host or a campaign's `utm_source` is. The table is packed by build/referrer-table.ts. Pure. */
import table from '../../dist/tables/referrers.json';

export type SourceCategory = 'search' | 'social' | 'video' | 'shopping' | 'email' | 'ai_assistant';

/** A known source: `{category: 'search', name: 'Google'}`. */
export interface KnownSource {
  category: SourceCategory;
  name: string;
}

type Entry = readonly [category: SourceCategory, name: string];

/** Hosts may hold one `{}`, which stands for a country's ending (`google.{}`) or a country's prefix (`{}.bing.com`). */
export interface ReferrerTable {
  hosts: Record<string, Entry>;
  /** By lower-case name or alias. */
  names: Record<string, Entry>;
}

const { hosts, names } = table as unknown as ReferrerTable;

/** Categories whose subdomains are the same source. A search engine's are not: docs.google.com is no search. */
const INHERITED: ReadonlySet<SourceCategory> = new Set(['social', 'video', 'shopping', 'ai_assistant']);

/** RFC 1035, 2.3.4: anything longer is no host, and has as many parents as it has dots. */
const MAX_HOST_LENGTH = 253;

/** The known source at `host` (lower case), or undefined. */
export function sourceOfHost(host: string): KnownSource | undefined {
  if (host.length > MAX_HOST_LENGTH) return undefined;
  const bare = host.replace(/^(?:www|m|mobile|amp)\./, '');
  const exact = find(host) ?? find(bare);
  if (exact !== undefined) return exact;
  const labels = bare.split('.');
  for (let index = 1; index < labels.length - 1; index += 1) {
    const parent = find(labels.slice(index).join('.'));
    if (parent !== undefined) return INHERITED.has(parent.category) ? parent : undefined;
  }
  return undefined;
}

/** The known source that a campaign names in `utm_source`: a name, an alias or a host, in any case. */
export function sourceOfName(text: string): KnownSource | undefined {
  const name = text.toLowerCase();
  return own(names, name) ?? sourceOfHost(name);
}

function find(host: string): KnownSource | undefined {
  const anyCountryEnding = host.replace(/\.(?:com?\.)?[a-z]{2}$/, '.{}');
  const anyCountryPrefix = host.replace(/^[a-z]{2}\./, '{}.');
  return own(hosts, host) ?? own(hosts, anyCountryEnding) ?? own(hosts, anyCountryPrefix);
}

function own(entries: Record<string, Entry>, key: string): KnownSource | undefined {
  if (!Object.hasOwn(entries, key)) return undefined;
  const entry = entries[key];
  return entry && { category: entry[0], name: entry[1] };
}
