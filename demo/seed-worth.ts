/** Sets the options of the demo company, and what its ads cost in the last three months. */
import { chanceOf } from './chance.ts';
import { DEMO_COMPANY_ID } from './company.ts';
import { PAST_DAYS } from './past-visits.ts';
import type { Call } from './seed-people.ts';

const COMPANY = `/companies/${DEMO_COMPANY_ID}`;
const SEED = 20_261_124;
const DAY = 24 * 60 * 60_000;
const WON = { states: ['contract_signed', 'in_process', 'completed'], value_field: 'estimate' };

/** The ads, and what they cost on a usual day. */
const ADS = [
  { source: 'paid_search', campaign: 'brand', amount: 18 },
  { source: 'paid_search', campaign: 'emergency', amount: 64 },
  { source: 'paid_search', campaign: 'water-heater', amount: 47 },
  { source: 'paid_search', campaign: 'drains', amount: 25 },
  { source: 'organic_social', campaign: 'ac-tune-up', amount: 12 },
] as const;
/** Printing and sending the mailing, on Mondays. */
const MAILING = { source: 'spring_mailing', campaign: 'spring_2026', amount: 240 };

/** What is often said in the demo's calls (demo/carrier/spoken.ts). */
export const DEMO_RULES = [
  {
    name: 'Appointments',
    when: { all: [{ said: { by: 'caller', any: ['make an appointment', 'need a quote'] } }] },
    then: { tags: ['Appointment'], lead_status: 'good' },
  },
  {
    name: 'Emergencies',
    when: {
      all: [
        {
          said: { by: 'caller', any: ['leak*', 'puddle', 'stopped working', 'goes out'], within_seconds: 60 },
        },
        { direction: ['inbound'] },
      ],
    },
    then: { tags: ['Emergency'] },
  },
];

/** Sets which states are won, that what is said is shown as text, and rules on it, unless somebody has set the former. */
export async function seedOptions(call: Call): Promise<void> {
  const settings = (await call('GET', `${COMPANY}/settings`)) as { won: { states: string[] } };
  // A new company's one, which the demo company does not have.
  if (settings.won.states.join() !== 'closed_won') return;
  await call('PUT', `${COMPANY}/settings`, { ...settings, won: WON, transcripts: 'all' });
  await call('PUT', `${COMPANY}/contact_rules`, DEMO_RULES);
}

/** Saves the costs of each day. Repeating it changes nothing. @param now milliseconds since the epoch, as for the leads */
export async function seedCosts(call: Call, now: number): Promise<void> {
  await call('PUT', `${COMPANY}/costs`, { costs: demoCosts(now) });
}

/** Saves a report that goes out on Mondays, also to the agency, which has a question in the mailbox. Once. */
export async function seedReport(call: Call): Promise<void> {
  const saved = (await call('GET', `${COMPANY}/reports/saved`)) as unknown[];
  if (saved.length > 0) return;
  await call('POST', `${COMPANY}/reports/saved`, {
    name: 'Calls and costs by source',
    query: { metrics: 'calls,missed,leads,cost,cost_per_lead', by: 'source', relative: 'last_7_days' },
    is_shared: true,
    schedule: { every: 'week', weekday: 'monday', hour: 8, emails: ['ads@agency.example'] },
  });
}

/** Generates the costs, always the same ones. */
export function demoCosts(now: number): Record<string, unknown>[] {
  return Array.from({ length: PAST_DAYS }, (_, index) => {
    const chance = chanceOf(SEED + index);
    const time = now - index * DAY;
    const day = new Date(time).toISOString().slice(0, 10);
    const weekday = new Date(time).getUTCDay();
    const share = weekday === 0 || weekday === 6 ? 0.5 : 1;
    const ads = ADS.map(({ amount, ...ad }) => ({
      ...ad,
      amount: share * amount * (0.8 + chance.next() * 0.4),
    }));
    return [...ads, ...(weekday === 1 ? [MAILING] : [])].map(({ amount, ...ad }) => ({
      day,
      ...ad,
      amount: Math.round(amount * 100) / 100,
      unit: 'USD',
    }));
  }).flat();
}
