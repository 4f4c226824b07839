/** Generates leads by index, the same in every run: a CSV file for the import, and the meanings of its columns. */

const FIRST =
  'Anna Ben Clara David Elena Frank Grace Henry Irene Jack Karen Liam Maria Noah Olivia Paul Quinn Rosa Sam Tina'.split(
    ' ',
  );
const SYLLABLES =
  'an ber cor den el far gar hol is jor kel lam mor nel os per ran sel tor um ver wil yor zan'.split(' ');
const ENDINGS = 'son man berg ton field well er ez ini sky'.split(' ');
const DOMAINS = [
  'gmail.com',
  'gmail.com',
  'gmail.com',
  'yahoo.com',
  'outlook.com',
  'icloud.com',
  'example.com',
  'example.org',
  'mail.example',
  'work.example',
];
const CITIES = Array.from(
  { length: 40 },
  (_, index) => `City ${String.fromCharCode(65 + (index % 26))}${index}`,
);
const CHANNELS = ['paid_search', 'organic_search', 'social', 'email', 'direct', 'referral'];
const STATES = ['open', 'contacted', 'qualified', 'unqualified', 'closed_won', 'closed_lost'];
const PLANS = ['basic', 'plus', 'premium', 'custom'];
const NEEDS = ['repair', 'install', 'inspect', 'emergency', 'quote'];

const facet = {
  cardinality: 1,
  sortable: true,
  field_facet: true,
  pinned: false,
  print_lines: 1,
  field_group: 'deal',
};

/** The lead fields: with assignee, state and group they make ten facets. `score` and `motto` are not facets. */
export const FIELDS = [
  { ...facet, name: 'city', label: 'City', type: 'text' },
  { ...facet, name: 'channel', label: 'Channel', type: 'text' },
  { ...facet, name: 'plan', label: 'Plan', type: 'dropdown', choices: PLANS },
  { ...facet, name: 'rooms', label: 'Rooms', type: 'number' },
  { ...facet, name: 'needs', label: 'Needs', type: 'multiselect', choices: NEEDS },
  { ...facet, name: 'visit', label: 'Visit', type: 'date' },
  { ...facet, name: 'source', label: 'Source', type: 'text' },
  { ...facet, field_facet: false, name: 'score', label: 'Score', type: 'number' },
  { ...facet, field_facet: false, name: 'motto', label: 'Motto', type: 'text' },
];

/** The first line of a CSV file. */
export const HEADER =
  'name,email,phone,state,source_tags,city,channel,plan,rooms,needs,visit,source,score,motto\r\n';

/** Returns a CSV file of the leads from `start` on. */
export function csvOf(start: number, count: number): string {
  const lines = Array.from({ length: count }, (_, place) => lineOf(start + place));
  return HEADER + lines.join('');
}

/** Returns the name of a lead, one of about 5,000. */
export function nameOf(index: number): string {
  const random = mixed(index);
  const last = pick(SYLLABLES, random >>> 3) + pick(ENDINGS, random >>> 11);
  return `${pick(FIRST, random)} ${last.charAt(0).toUpperCase()}${last.slice(1)}`;
}

/** Returns the unique e-mail address of a lead. */
export function emailOf(index: number): string {
  return `${nameOf(index).toLowerCase().replace(' ', '.')}${index}@${pick(DOMAINS, mixed(index) >>> 5)}`;
}

/** Returns the unique phone number of a lead. */
export function phoneOf(index: number): string {
  return `+1${2_010_000_000 + index}`;
}

function lineOf(index: number): string {
  const random = mixed(index);
  const visit = new Date(Date.UTC(2026, 0, 1 + (random % 120))).toISOString().slice(0, 10);
  const needs = NEEDS.filter((_, place) => ((random >>> 7) & (1 << place)) !== 0).join('; ');
  const values = [
    nameOf(index),
    emailOf(index),
    phoneOf(index),
    pick(STATES, random >>> 2),
    'Website',
    pick(CITIES, random >>> 4),
    pick(CHANNELS, random >>> 6),
    pick(PLANS, random >>> 8),
    String(random % 9),
    needs,
    visit,
    `Campaign ${(random >>> 9) % 25}`,
    String(random % 100_000),
    `Motto ${random % 9_973} of ${nameOf(index)}`,
  ];
  return `${values.join(',')}\r\n`;
}

function pick(values: readonly string[], random: number): string {
  return values[random % values.length] ?? '';
}

/** Hashes an index to 32 bits (the finalizer of MurmurHash3). */
function mixed(index: number): number {
  let hash = index + 1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
