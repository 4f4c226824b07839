/** Copies settings from one company of a person to others. Each is asked by itself, so that one that hangs holds up nobody. */
import type {
  AgencyQuestion,
  CopyRequest,
  GivenSettings,
  ProvenPerson,
} from '../../../../accounts/other-companies.ts';
import { notFound, Problem, type Refusal } from '../../../../shared/http/problems.ts';
import { within } from '../../../../shared/limits/bounded-wait.ts';
import type { CompanyState, CoreEnv } from '../../../engine/context/company-context.ts';
import { formerMembership } from '../../../people/memberships/known-memberships.ts';
import { COMPANY_TIMEOUT_MS, type Person, provenSession } from '../../../people/memberships/memberships.ts';
import { refusalOf } from '../refusals.ts';
import type { CopyResultBody } from './reference.ts';
import type { Copied } from './copies.ts';
import type { CopyInput } from './schema.ts';

/** Who acts in their other companies. */
export interface Acting {
  env: Pick<CoreEnv, 'ACCOUNTS' | 'COMPANIES'>;
  company: CompanyState;
  person: Person;
  /** The companies of the person's login. */
  companyIds: readonly string[];
  proven: ProvenPerson;
}

/** Finds the companies of the person, and what their session has proved. @throws Problem 403, 503 */
export async function actingIn(on: Pick<Acting, 'env' | 'company' | 'person'>): Promise<Acting> {
  const { companyIds, own } = await provenSession(on.env.ACCOUNTS, on.company, on.person);
  return { ...on, companyIds, proven: { email: on.person.email, hasSecondFactor: own.hasSecondFactor } };
}

/**
 * Asks a company.
 * @returns undefined if it does not answer in time, or fails
 * @throws Problem its refusal; 404 for a company that is not the person's
 */
export async function askCompany<Answer extends object>(
  { env, companyIds, proven }: Acting,
  companyId: string,
  question: AgencyQuestion,
): Promise<Answer | undefined> {
  if (!companyIds.includes(companyId)) throw notFound();
  const asked = env.COMPANIES.getByName(companyId).askFor(proven, question);
  const answer = await within(asked, COMPANY_TIMEOUT_MS, undefined);
  if (answer === undefined) return undefined;
  const read = JSON.parse(answer) as Answer | { refusal: Refusal };
  if (!('refusal' in read) || 'status' in read) return read as Answer;
  const { code, message, headers } = read.refusal;
  throw new Problem(code, message, { headers });
}

/**
 * Copies the settings, or reviews what would change, in the order of the request.
 * @throws Problem those of `settingsFrom`
 */
export async function copyToOthers(
  acting: Acting,
  fromId: string,
  { sections, to, isDryRun }: CopyInput & { isDryRun: boolean },
): Promise<CopyResultBody[]> {
  const given = await settingsFrom(acting, fromId, sections);
  return Promise.all(
    to.map(async ({ company_id: companyId, reviewed }) => {
      if (companyId === fromId) return resultBody(acting, companyId, refused(itself()));
      return copyTo(acting, companyId, { given, reviewed, isDryRun });
    }),
  );
}

/** Reads the settings of a company of the person. @throws Problem 403, 404, 503 */
export async function settingsFrom(
  acting: Acting,
  fromId: string,
  sections: readonly string[],
): Promise<GivenSettings> {
  const given = await askCompany<GivenSettings>(acting, fromId, { about: 'settings', sections });
  if (given !== undefined) return given;
  throw new Problem('service_unavailable', 'The company to copy from did not answer. Try again.');
}

/** Asks a company to take the settings. One that does not answer in time may take them all the same. */
export async function copyTo(
  acting: Acting,
  companyId: string,
  request: CopyRequest,
): Promise<CopyResultBody> {
  const asked = askCompany<Copied>(acting, companyId, { about: 'copy', request });
  return resultBody(acting, companyId, await asked.catch(refused));
}

function resultBody(
  { company, person }: Acting,
  companyId: string,
  copied: Copied | undefined,
): CopyResultBody {
  const { status = 'no_answer', reviewed = '', sections = [], refusal } = copied ?? {};
  const name = copied?.companyName || formerMembership(company, person, companyId).companyName;
  return {
    company_id: companyId,
    name: name || null,
    status,
    reviewed: reviewed || null,
    ...(refusal === undefined ? {} : { code: refusal.code, detail: refusal.message }),
    sections,
  };
}

/** @throws an error that is no problem */
function refused(error: unknown): Copied {
  return { companyName: '', status: 'refused', reviewed: '', sections: [], refusal: refusalOf(error) };
}

function itself(): Problem {
  return new Problem('invalid_parameter', 'The settings come from this company.');
}
