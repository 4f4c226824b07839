/**
 * The companies that a company adds. A place is reserved before the other company is made, so that two at once add no more than are
 * allowed. Whether one was made after all is asked of that company, so that an object that is killed in between loses no place.
 */
import type { OtherCompanies, ProvenPerson } from '../../../../accounts/other-companies.ts';
import { Problem } from '../../../../shared/http/problems.ts';
import { within } from '../../../../shared/limits/bounded-wait.ts';
import { allowanceOf, readCompany, setAllowance } from '../../../company/companies.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { CompanyContext } from '../../../engine/context/company-context.ts';
import { contextOfActor } from '../../../engine/context/contexts.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import { COMPANY_TIMEOUT_MS, superAdminFromOther } from '../../../people/memberships/memberships.ts';

/** Most additions that are looked after at once; the others next time. Each is a request of its own. */
const SETTLED_AT_ONCE = 50;
/** How long an addition may take. Later, one without a company gives its place back. */
const OPEN_MS = 10 * 60_000;

interface Addition {
  [column: string]: SqlStorageValue;
  company_id: string;
  user_id: string;
  made_time: number | null;
}

/** Who adds a company. */
interface Adding {
  person: ProvenPerson;
  companyId: string;
  companies: OtherCompanies;
}

/**
 * Reserves a place for a company, or finds the one that the same request has reserved.
 * @returns the name of the person
 * @throws Problem those of `superAdminFromOther`, 409 `too_many_values`, `company_exists` for an id that somebody else has used
 */
export async function beginAddition(
  company: CompanyContext,
  { person, companyId, companies }: Adding,
): Promise<{ userName: string }> {
  const user = superAdminFromOther(company, person);
  const { allowed, added } = allowanceOf(company.database);
  if (added >= allowed) await settleOld(company, companies);
  commit(company, contextOfActor(company, { kind: 'user', user }), (context) => {
    const former = findAddition(context, companyId);
    if (former?.user_id === user.userId) return;
    if (former !== undefined) throw new Problem('company_exists', 'A company with this id exists already.');
    requirePlace(context);
    context.database.run(
      'INSERT INTO added_companies (company_id, user_id, begun_time) VALUES (?, ?, ?)',
      companyId,
      user.userId,
      context.now,
    );
  });
  return { userName: user.name };
}

/** Asks a company that was to be added whether it was, and keeps or frees its place. Without an answer it stays reserved. */
export async function settleAddition(
  company: CompanyContext,
  { person, companyId, companies }: Adding,
): Promise<object> {
  const asked = companies.getByName(companyId).askFor(person, { about: 'added_by' });
  const answer = await within(asked, COMPANY_TIMEOUT_MS, undefined);
  const { addedBy } = JSON.parse(answer ?? '{}') as { addedBy?: string | null };
  if (addedBy === undefined) return {};
  commit(company, contextOfActor(company, { kind: 'system', name: 'agency' }), (context) => {
    const addition = findAddition(context, companyId);
    if (addition?.made_time !== null) return;
    if (addedBy !== company.companyId) {
      context.database.run('DELETE FROM added_companies WHERE company_id = ?', companyId);
      return;
    }
    context.database.run(
      'UPDATE added_companies SET made_time = ? WHERE company_id = ?',
      context.now,
      companyId,
    );
    const detail = { user_id: addition.user_id };
    context.audit({ action: 'company.added', subject: `company:${companyId}`, detail });
  });
  return {};
}

/** Sets how many companies this one may add, for the operator. @returns that and how many it has added */
export function allowCompanies(company: CompanyContext, allowed: number): { allowed: number; added: number } {
  return commit(company, contextOfActor(company, { kind: 'operator' }), (context) => {
    setAllowance(context.database, allowed);
    const subject = `company:${company.companyId}`;
    context.audit({ action: 'company.allowance_changed', subject, detail: { allowed } });
    return allowanceOf(context.database);
  });
}

async function settleOld(company: CompanyContext, companies: OtherCompanies): Promise<void> {
  const old = company.database.all<{ company_id: string }>(
    'SELECT company_id FROM added_companies WHERE made_time IS NULL AND begun_time < ? ORDER BY begun_time LIMIT ?',
    Date.now() - OPEN_MS,
    SETTLED_AT_ONCE,
  );
  const person = { email: '', hasSecondFactor: false };
  await Promise.all(
    old.map(({ company_id: companyId }) => settleAddition(company, { person, companyId, companies })),
  );
}

function findAddition({ database }: WriteContext, companyId: string): Addition | undefined {
  return database.maybe<Addition>(
    'SELECT company_id, user_id, made_time FROM added_companies WHERE company_id = ?',
    companyId,
  );
}

function requirePlace({ database }: WriteContext): void {
  const { allowed, added } = allowanceOf(database);
  if (added < allowed) return;
  const name = readCompany(database)?.name ?? '';
  const detail =
    allowed === 0
      ? `${name} may not add companies. Ask your Leadline operator to allow it.`
      : `${name} may add ${allowed} companies and has added ${added}. Ask your Leadline operator to allow more.`;
  throw new Problem('too_many_values', detail, { members: { limit: allowed } });
}
