/** `/me/companies/overview`: how the companies of the caller are doing. */
import { Hono } from 'hono/tiny';
import type { CompanyOverview } from '../../../accounts/other-companies.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { listMemberships, type OwnMembership } from '../../people/memberships/memberships.ts';
import { membershipBody, personOf } from '../../people/memberships/routes.ts';
import type { CompanyOverviewBody } from './answer-schema.ts';
import { TROUBLES, troublesOf } from './troubles.ts';

/** Longest wait for a company, so that one whose object hangs does not keep the others from the reader. */
const COMPANY_TIMEOUT_MS = 5_000;

export const overviewRoutes = new Hono<CoreApp>();

/** Lists the companies of the caller's login with their figures, the one with the worst trouble first. */
overviewRoutes.get('/', async (c) => {
  const { COMPANIES } = c.env;
  const person = personOf(c);
  const memberships = await listMemberships(c.env, person);
  const bodies = await Promise.all(
    memberships.map(async (membership) => {
      const asked = COMPANIES.getByName(membership.companyId).overview(person.email);
      const overview = await within(asked, COMPANY_TIMEOUT_MS, 'late' as const);
      return bodyOf(membership, overview, membership.companyId === person.companyId);
    }),
  );
  return c.json<CompanyOverviewBody[]>(bodies.toSorted((one, other) => worstOf(one) - worstOf(other)));
});

function bodyOf(
  membership: OwnMembership,
  overview: CompanyOverview | 'late' | undefined,
  isCurrent: boolean,
): CompanyOverviewBody {
  const figures = overview === 'late' || overview === undefined ? null : overview.figures;
  return {
    ...membershipBody(membership),
    is_current: isCurrent,
    figures: figures && {
      calls: figures.calls,
      calls_before: figures.callsBefore,
      missed: figures.missed,
      not_called_back: figures.notCalledBack,
      new_leads: figures.leads,
      seen_time: figures.seenTime === null ? null : writeMoment(figures.seenTime),
    },
    troubles: figures === null ? [] : troublesOf(figures, Date.now()),
    is_available: overview !== 'late',
  };
}

/** Ranks a company by its worst trouble; a company that did not answer comes first, one without trouble last. */
function worstOf({ troubles: [worst], is_available: isAvailable }: CompanyOverviewBody): number {
  if (!isAvailable) return -1;
  return worst === undefined ? TROUBLES.length : TROUBLES.indexOf(worst);
}
