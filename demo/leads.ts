/** Generates the demo company's leads with their timelines, always the same ones. */
import { type Chance, chanceOf } from './chance.ts';
import { BRANCHES, type Branch } from './company.ts';
import { BUSINESSES, FIRST_NAMES, LAST_NAMES, NOTES, STREETS, TEXTS } from './lead-texts.ts';
import { branchGroupId, DEMO_PEOPLE } from './lead-settings.ts';

/** Number of leads. */
export const DEMO_LEAD_COUNT = 2_400;

const SEED = 20_261_121;
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Age of the oldest lead in days, and the share of the leads of the last months. */
const OLDEST_DAYS = 540;
const RECENT_DAYS = 100;
const RECENT_SHARE = 0.48;

/** The states of a lead in order, with the likelihood of moving on from each. */
const STAGES = [
  ['open', 0.82],
  ['contacted', 0.72],
  ['visit_scheduled', 0.74],
  ['offer', 0.6],
  ['contract_signed', 0.8],
  ['in_process', 0.75],
  ['completed', 0],
] as const;
const ENDS = ['unqualified', 'closed_lost', 'dormant'] as const;
const SERVICES = [
  'Plumbing repair',
  'Water heater',
  'Heating',
  'Air conditioning',
  'Remodelling',
  'Inspection',
];
const INTERESTS = [
  'Maintenance plan',
  'Financing',
  'Smart thermostat',
  'Water softener',
  'Emergency service',
];
const SOURCES = [
  ['paid_search', 'Google Ads'],
  ['paid_search', 'Bing Ads'],
  ['organic_search', 'Google'],
  ['organic_search', 'Google'],
  ['organic_social', 'Facebook'],
  ['direct', 'Website'],
  ['referral', 'Neighbour'],
  ['spring_mailing', 'Spring mailing'],
  ['audio', 'Radio spot'],
] as const;

/** Many area codes, since each has only 100 fictional numbers (555-0100 to 555-0199). */
const AREA_CODES = [
  '512',
  '303',
  '206',
  '312',
  '212',
  '713',
  '214',
  '210',
  '719',
  '970',
  '253',
  '425',
  '509',
  '773',
  '630',
  '847',
  '646',
  '718',
  '917',
  '516',
  '914',
  '201',
  '817',
  '972',
  '737',
  '720',
  '360',
  '708',
];

/** How many leads before the newest are each somebody who has asked before: the demo's likely duplicates. */
const ASKED_AGAIN = [3, 24, 110];

/** A lead for `POST .../leads/history`. */
export interface PastLead {
  lead: {
    name: string | null;
    email?: string;
    phones: { phone: string; type: string }[];
    state: string;
    lead_group: string;
    source_tags: string[];
    lead_fields: Record<string, unknown>;
  };
  creation_time: string;
  assigned_to_email?: string;
  events: Record<string, unknown>[];
}

/**
 * Generates all demo leads, oldest first.
 * @param now milliseconds since the epoch; shifts all times, and changes nothing else
 */
export function demoLeads(now: number): PastLead[] {
  const chance = chanceOf(SEED);
  const ages = Array.from({ length: DEMO_LEAD_COUNT }, () => ageOf(chance) * DAY);
  const births = ages.map((age) => atUsualTime(chance, now - age - HOUR, now)).toSorted((a, b) => a - b);
  const leads: PastLead[] = [];
  const people = new Set<string>();
  for (const [index, born] of births.entries()) leads.push(demoLead(chance, born, { index, now, people }));
  for (const place of ASKED_AGAIN) askAgain(leads, DEMO_LEAD_COUNT - place);
  return leads;
}

/** Gives a lead the name of the newest one before it in its branch, and another spelling of its e-mail address. */
function askAgain(leads: readonly PastLead[], index: number): void {
  const again = leads[index]?.lead;
  const before = leads
    .slice(0, index)
    .findLast(({ lead }) => lead.lead_group === again?.lead_group && lead.name !== null && lead.email);
  if (again === undefined || before === undefined) return;
  again.name = before.lead.name;
  again.email = before.lead.email?.replace('@', '+quote@') ?? '';
}

/** Chooses the age of a lead in days: there are slowly more, and fewer are kept from before. */
function ageOf(chance: Chance): number {
  if (chance.maybe(RECENT_SHARE)) return chance.next() ** 1.15 * RECENT_DAYS;
  return RECENT_DAYS + chance.next() ** 1.5 * (OLDEST_DAYS - RECENT_DAYS);
}

/** Moves a time to the hours and days at which people call: few on Sundays, and many on Monday mornings. */
function atUsualTime(chance: Chance, time: number, now: number): number {
  const isSunday = new Date(time).getUTCDay() === 0;
  const isLate = isSunday && chance.maybe(0.8);
  const day = Math.floor(time / DAY) * DAY + (isLate ? DAY : 0);
  // The hours of Chicago, from about 7 AM to 8 PM; what was left for Monday is done at 8.
  const hours = isLate ? 13.5 + chance.next() * 2 : 12.5 + (chance.next() + chance.next()) * 6.5;
  const usual = day + hours * HOUR;
  return usual < now - HOUR ? usual : time;
}

function demoLead(
  chance: Chance,
  born: number,
  { index, now, people }: { index: number; now: number; people: Set<string> },
): PastLead {
  const branch = chance.pick(BRANCHES);
  const place = BRANCHES.indexOf(branch);
  const [first, last] = newName(chance, place, people);
  const agents = DEMO_PEOPLE.filter(
    ({ role_id, group_id }) => role_id === 'agent' && group_id === branchGroupId(place),
  );
  const owner = chance.maybe(0.85) ? chance.pick(agents).email : undefined;
  const areaCode = AREA_CODES[Math.floor(index / 100) % AREA_CODES.length] ?? branch.areaCode;
  const phone = `+1${areaCode}55501${String(index % 100).padStart(2, '0')}`;
  const story = storyOf(chance, { born, now, owner, phone });
  return {
    lead: {
      name: chance.maybe(0.95) ? `${first} ${last}` : null,
      ...(chance.maybe(0.85) ? { email: emailOf(first, last, index) } : {}),
      phones: [{ phone, type: chance.maybe(0.6) ? 'Mobile' : 'Work' }],
      state: story.state,
      lead_group: branchGroupId(place),
      ...sourceOf(chance),
      lead_fields: fieldsOf(chance, branch, born),
    },
    creation_time: isoOf(born),
    ...(owner === undefined ? {} : { assigned_to_email: owner }),
    events: story.events,
  };
}

/** Chooses a name that nobody of a branch has yet: two of one name and postal code are likely one person. */
function newName(chance: Chance, place: number, people: Set<string>): [first: string, last: string] {
  const first = chance.pick(FIRST_NAMES);
  let last = LAST_NAMES.indexOf(chance.pick(LAST_NAMES));
  const keyOf = (): string => `${place} ${first} ${last}`;
  for (let tries = 0; people.has(keyOf()) && tries < LAST_NAMES.length; tries += 1) {
    last = (last + 1) % LAST_NAMES.length;
  }
  people.add(keyOf());
  return [first, LAST_NAMES[last] ?? ''];
}

function emailOf(first: string, last: string, index: number): string {
  return `${first}.${last}${index}@example.com`.toLowerCase().replaceAll(/[^\w.@]/g, '');
}

function sourceOf(chance: Chance): { source_tags: string[] } {
  const [source, tag] = chance.pick(SOURCES);
  return { source_tags: [source, tag] };
}

function fieldsOf(chance: Chance, branch: Branch, born: number): Record<string, unknown> {
  const business = chance.maybe(0.25) ? chance.pick(BUSINESSES) : undefined;
  const service = chance.pick(SERVICES);
  const street = `${Math.ceil(chance.next() * 990)} ${chance.pick(STREETS)}`;
  return {
    service,
    ...(business === undefined ? {} : { company_name: business }),
    ...(chance.maybe(0.4) ? { interests: [INTERESTS.filter(() => chance.maybe(0.35))] } : {}),
    ...(chance.maybe(0.6) ? { rooms: Math.ceil(chance.next() * 9) } : {}),
    ...(chance.maybe(0.55)
      ? { estimate: { unit: 'USD', value: Math.round(1 + chance.next() ** 2 * 160) * 75 } }
      : {}),
    ...(chance.maybe(0.35) ? { visit_date: isoOf(born + chance.next() * 20 * DAY).slice(0, 10) } : {}),
    ...(chance.maybe(0.3)
      ? { campaign: chance.pick(['brand', 'water-heater', 'ac-tune-up', 'spring']) }
      : {}),
    ...(chance.maybe(0.5)
      ? { landing_page: [`https://brightwater.example/${service.toLowerCase().replaceAll(' ', '-')}`] }
      : {}),
    address: [
      {
        street: [street],
        city: [branch.city],
        postal_code: [branch.postalCode],
        kind: [business === undefined ? 'Home' : 'Business'],
      },
    ],
  };
}

/** Generates a lead's timeline from its first call to today. */
function storyOf(
  chance: Chance,
  { born, now, owner, phone }: { born: number; now: number; owner: string | undefined; phone: string },
): { state: string; events: Record<string, unknown>[] } {
  const events: Record<string, unknown>[] = [];
  const by = owner === undefined ? {} : { by_email: owner };
  let time = born;
  let state: string = STAGES[0][0];
  const add = (event: Record<string, unknown>): boolean => {
    time += HOUR / 4 + chance.next() ** 2 * 6 * DAY;
    if (time >= now) return false;
    events.push({ ...by, ...event, event_time: isoOf(time) });
    return true;
  };
  if (chance.maybe(0.6)) {
    add({ type: 'call', inbound: true, data: { phone, duration: Math.ceil(chance.next() * 900) } });
  }
  for (const [index, [, goesOn]] of STAGES.entries()) {
    talk(chance, add, phone);
    const to = nextState(chance, index, goesOn);
    if (to === undefined || !add({ type: 'state_change', from: state, to })) break;
    state = to;
    if (ENDS.some((end) => end === to)) break;
  }
  return { state, events };
}

/** Chooses a lead's next state; undefined when it stays. */
function nextState(chance: Chance, index: number, goesOn: number): string | undefined {
  if (chance.maybe(goesOn)) return STAGES[index + 1]?.[0];
  // Only half of the leads that stop are closed, and a completed one stays completed.
  return goesOn > 0 && chance.maybe(0.5) ? chance.pick(ENDS) : undefined;
}

function talk(chance: Chance, add: (event: Record<string, unknown>) => boolean, phone: string): void {
  if (chance.maybe(0.55)) add({ type: 'note', message: chance.pick(NOTES) });
  if (chance.maybe(0.3)) {
    const [question, answer] = chance.pick(TEXTS);
    add({ type: 'sms', inbound: true, online: true, data: { phone, message: question } });
    add({ type: 'sms', data: { phone, message: answer } });
  }
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
