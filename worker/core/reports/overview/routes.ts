/** `/me/companies/overview`: how the companies of the caller are doing. */
import { Hono } from 'hono/tiny';
import type { CompanyOverview } from '../../../accounts/other-companies.ts';
import { SETUP_STEPS } from '../../../dni/pure/setup-steps.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { COMPANY_TIMEOUT_MS, companiesOf, type OwnMembership } from '../../people/memberships/memberships.ts';
import { formerMembership, noteMembership } from '../../people/memberships/known-memberships.ts';
import { membershipBody, personOf } from '../../people/memberships/routes.ts';
import type { CompanyOverviewBody } from './answer-schema.ts';
import { TROUBLES, troublesOf } from './troubles.ts';

/** What a company answers; nothing for somebody who is no user of it. */
interface OverviewAnswer {
  overview?: CompanyOverview;
}

export const overviewRoutes = new Hono<CoreApp>();

/** Lists the companies of the caller's login with their figures, the one with the worst trouble first. */
overviewRoutes.get('/', async (c) => {
  const { company, COMPANIES } = c.env;
  const person = personOf(c);
  // Whoever is a user may read it.
  const proven = { email: person.email, hasSecondFactor: false };
  const bodies = await Promise.all(
    (await companiesOf(c.env, person)).map(async (companyId): Promise<CompanyOverviewBody[]> => {
      const asked = COMPANIES.getByName(companyId).askFor(proven, { about: 'overview' });
      const answer = await within(asked, COMPANY_TIMEOUT_MS, 'late' as const);
      const overview = answer === 'late' ? answer : (JSON.parse(answer) as OverviewAnswer).overview;
      // The account lists a company until it knows that the user has left.
      if (overview === undefined) return [];
      if (overview !== 'late') noteMembership(company, person, companyId, overview);
      const known = overview === 'late' ? formerMembership(company, person, companyId) : overview;
      return [bodyOf({ companyId, ...known }, overview, companyId === person.companyId)];
    }),
  );
  return c.json<CompanyOverviewBody[]>(bodies.flat().toSorted(byTrouble));
});

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
