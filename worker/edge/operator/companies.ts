/** Creates and erases companies. */
import { refuseOwnWords } from '../../accounts/factors/guessable.ts';
import { NOBODY } from '../../accounts/other-companies.ts';
import type { NewCompany } from '../../core/company/interface.ts';
import type { Company } from '../../core/object.ts';
import type { Env } from '../../env.ts';
import { noteCompany } from '../front-door.ts';
import { notFound, Problem, problemOfFaults } from '../../shared/http/problems.ts';
import type { ErasureInput, NewCompanyInput } from './schema.ts';

/** The most numbers that a refused erasure lists. */
const MOST_LISTED = 100;

/**
 * Creates a company with the given id or a new one. The same request again, with its id, changes nothing and gets the same answer: the
 * first answer may have been lost.
 * @throws Problem 409 `company_exists`, or the refusal of the account of the super admin's address; nothing is changed then
 */
export async function makeCompany(
  env: Pick<Env, 'CACHE' | 'COMPANIES' | 'CORE_API_URL'>,
  input: NewCompanyInput,
): Promise<{ company_id: string; user_id?: string }> {
  const { name, superadmin } = input;
  if (superadmin !== undefined) {
    const known = [superadmin.email, superadmin.name, name];
    refuseOwnWords(superadmin.password, known, '/superadmin/password');
  }
  const companyId = input.company_id ?? crypto.randomUUID();
  const provisioned = await env.COMPANIES.getByName(companyId).create(toNewCompany(input));
  if (provisioned.outcome === 'created' || provisioned.outcome === 'created_before') {
    const { userId } = provisioned;
    await noteCompany(env);
    return { company_id: companyId, ...(userId === undefined ? {} : { user_id: userId }) };
  }
  if (provisioned.outcome === 'company_exists') {
    throw new Problem('company_exists', 'A company with this id exists already.', {
      members: { company_id: companyId },
    });
  }
  const { code, message, headers } = provisioned.refusal;
  throw new Problem(code, message, { headers });
}

/**
 * Deletes a company with all its data. Cached answers of visitors, stored under hashes, expire by themselves.
 * @throws Problem 404 `not_found`; 400 `invalid_parameter` when the name is not the company's; 409 `in_use` for bought numbers
 */
export async function eraseCompany(
  companies: DurableObjectNamespace<Company>,
  companyId: string | undefined,
  { name, bought_numbers: choice }: ErasureInput,
): Promise<{ company_id: string; status: 'erased' }> {
  if (companyId === undefined) throw notFound();
  const outcome = await companies.getByName(companyId).erase(name, choice);
  if (outcome === 'not_found') throw notFound();
  if (outcome === 'erased') return { company_id: companyId, status: 'erased' };
  if (outcome !== 'wrong_name') throw numbersLeft(outcome.numbers, choice === 'release');
  const detail = 'Write the exact name of the company, so that no other one is erased by mistake.';
  throw problemOfFaults([{ pointer: '/name', code: 'invalid_parameter', detail }]);
}

/** Sets how many companies the super admins of one may add in all. @throws Problem 404 `not_found` */
export async function allowCompanies(
  companies: DurableObjectNamespace<Company>,
  companyId: string | undefined,
  count: number,
): Promise<{ company_id: string; companies: number; added: number }> {
  if (companyId === undefined) throw notFound();
  const asked = { about: 'allow', companies: count } as const;
  const answer = await companies.getByName(companyId).askFor(NOBODY, asked);
  const { allowed, added } = JSON.parse(answer) as { allowed?: number; added: number };
  if (allowed === undefined) throw notFound();
  return { company_id: companyId, companies: allowed, added };
}

/** Says which bought numbers are in the way of an erasure, and what to do about them. */
function numbersLeft(numbers: readonly { number: string; detail: string }[], isRepetition: boolean): Problem {
  const those = numbers.length === 1 ? 'a number that it bought' : `${numbers.length} numbers that it bought`;
  const detail = isRepetition
    ? `Nothing was erased: the carrier still has ${those}. Ask again in a minute to try these again, or keep them in the account with bought_numbers "keep".`
    : `The company has ${those}, which the carrier goes on charging for. Give them back with bought_numbers "release", or keep them in the account with "keep".`;
  const errors = numbers
    .slice(0, MOST_LISTED)
    .map(
      (each) =>
        ({ pointer: '/bought_numbers', code: 'in_use', detail: `${each.number}: ${each.detail}` }) as const,
    );
  return new Problem('in_use', detail, { errors });
}

function toNewCompany(input: NewCompanyInput): NewCompany {
  const { name, default_region: defaultRegion, time_zone: timeZone, superadmin } = input;
  if (superadmin === undefined) return { name, defaultRegion, timeZone };
  const { password, ...person } = superadmin;
  return {
    name,
    defaultRegion,
    timeZone,
    superadmin: { ...person, ...(password === undefined ? {} : { password }) },
  };
}
