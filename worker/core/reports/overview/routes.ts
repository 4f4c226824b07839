/** `/me/companies/overview` and `/me/companies/usage.csv`: how the companies of the caller are doing, and what they have used. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { AgencyQuestion, CompanyOverview, CompanyUsage } from '../../../accounts/other-companies.ts';
import { SETUP_STEPS } from '../../../dni/pure/setup-steps.ts';
import { parse } from '../../../shared/http/input.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { guardCell, writeLine } from '../../leads/csv/cells.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { COMPANY_TIMEOUT_MS, companiesOf, type OwnMembership } from '../../people/memberships/memberships.ts';
import { formerMembership, noteMembership } from '../../people/memberships/known-memberships.ts';
import { membershipBody, personOf } from '../../people/memberships/routes.ts';
import type { CompanyOverviewBody } from './reference.ts';
import { usageQuerySchema } from './schema.ts';
import { TROUBLES, troublesOf } from './troubles.ts';
import type { Feature } from '../../engine/context/feature.ts';

/** What a company answers; nothing for somebody who is no user of it. */
interface OverviewAnswer {
  overview?: CompanyOverview;
}

interface UsageAnswer {
  usage?: { name: string; usage: CompanyUsage | null };
}

const USAGE_COLUMNS = [
  'company_id',
  'company',
  'month',
  'calls',
  'minutes',
  'texts_received',
  'texts_sent',
  'numbers',
  'leads',
  'cost',
  'cost_per_lead',
  'currency',
  'note',
];

export const overviewRoutes = new Hono<CoreApp>();

export const usageRoutes = new Hono<CoreApp>();

/** Lists the companies of the caller's login with their figures, the one with the worst trouble first. */
overviewRoutes.get('/', async (c) => {
  const { company } = c.env;
  const person = personOf(c);
  const answers = await askEach<OverviewAnswer>(c, { about: 'overview' });
  const bodies = answers.flatMap(({ companyId, answer }): CompanyOverviewBody[] => {
    const overview = answer === 'late' ? answer : answer.overview;
    // The account lists a company until it knows that the user has left.
    if (overview === undefined) return [];
    if (overview !== 'late') noteMembership(company, person, companyId, overview);
    const known = overview === 'late' ? formerMembership(company, person, companyId) : overview;
    return [bodyOf({ companyId, ...known }, overview, companyId === person.companyId)];
  });
  return c.json<CompanyOverviewBody[]>(bodies.toSorted(byTrouble));
});

/** What each company of the caller's login has used in a month, as a file: by default the last month. */
usageRoutes.get('/', async (c) => {
  const { month = lastMonth() } = parse(usageQuerySchema, c.req.query(), 'parameters');
  const person = personOf(c);
  const answers = await askEach<UsageAnswer>(c, { about: 'usage', month });
  const lines = answers.flatMap(({ companyId, answer }): string[][] => {
    if (answer === 'late') {
      const { companyName: name } = formerMembership(c.env.company, person, companyId);
      const nothing = USAGE_COLUMNS.slice(3, -1).map(() => '');
      return [[companyId, name, month, ...nothing, 'The company did not answer.']];
    }
    const { usage: found } = answer;
    if (found === undefined || found.usage === null) return [];
    return [[companyId, found.name, month, ...cellsOf(found.usage), '']];
  });
  const sorted = lines.toSorted(([, one = ''], [, other = '']) => one.localeCompare(other));
  const text = [USAGE_COLUMNS, ...sorted].map((cells) => writeLine(cells, guardCell)).join('');
  return c.body(text, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="usage-${month}.csv"`,
    'Cache-Control': 'private, no-store',
  });
});

/** Asks each company of the caller's login, on their behalf: whoever is a user may read the answer. */
async function askEach<Answer>(
  c: Context<CoreApp>,
  question: AgencyQuestion,
): Promise<{ companyId: string; answer: Answer | 'late' }[]> {
  const person = personOf(c);
  const proven = { email: person.email, hasSecondFactor: false };
  return Promise.all(
    (await companiesOf(c.env, person)).map(async (companyId) => {
      const asked = c.env.COMPANIES.getByName(companyId).askFor(proven, question);
      const answer = await within(asked, COMPANY_TIMEOUT_MS, 'late' as const);
      return { companyId, answer: answer === 'late' ? answer : (JSON.parse(answer) as Answer) };
    }),
  );
}

function cellsOf(usage: CompanyUsage): string[] {
  const { calls, minutes, textsReceived, textsSent, numbers, leads, cost, costPerLead, currency } = usage;
  const counts = [calls, minutes, textsReceived, textsSent, numbers, leads].map(String);
  return [
    ...counts,
    ...[cost, costPerLead].map((amount) => (amount === null ? '' : amount.toFixed(2))),
    currency,
  ];
}

/** Returns the month before this one in UTC: `2026-10`. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
}

function bodyOf(
  membership: OwnMembership,
  overview: CompanyOverview | 'late',
  isCurrent: boolean,
): CompanyOverviewBody {
  const figures = overview === 'late' ? null : overview.figures;
  const { name, ...body } = membershipBody(membership);
  return {
    ...body,
    name: name === '' ? null : name,
    is_current: isCurrent,
    figures: figures && {
      calls: figures.calls,
      calls_before: figures.callsBefore,
      calls_by_day: figures.callsByDay,
      missed: figures.missed,
      not_called_back: figures.notCalledBack,
      new_leads: figures.leads,
      setup_done: figures.setupDone,
      setup_steps: SETUP_STEPS.length,
      astray_numbers: figures.astrayNumbers,
      seen_time: figures.seenTime === null ? null : writeMoment(figures.seenTime),
    },
    troubles: figures === null ? [] : troublesOf(figures, Date.now()),
    may_add: overview === 'late' ? null : overview.mayAdd,
    is_available: overview !== 'late',
  };
}

/** Orders companies by their worst trouble, then by the number of troubles, then by name. */
function byTrouble(one: CompanyOverviewBody, other: CompanyOverviewBody): number {
  return (
    worstOf(one) - worstOf(other) ||
    other.troubles.length - one.troubles.length ||
    (one.name ?? '').localeCompare(other.name ?? '')
  );
}

/** Ranks a company by its worst trouble; a company that did not answer comes first, one without trouble last. */
function worstOf({ troubles: [worst], is_available: isAvailable }: CompanyOverviewBody): number {
  if (!isAvailable) return -1;
  return worst === undefined ? TROUBLES.length : TROUBLES.indexOf(worst);
}

/** The overview of a person's companies. */
export const overviewFeature: Feature = {
  routes: [
    { under: 'me', path: '/companies/overview', routes: overviewRoutes },
    { under: 'me', path: '/companies/usage.csv', routes: usageRoutes },
  ],
};
