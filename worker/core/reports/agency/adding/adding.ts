/**
 * Adds a company for a person of an agency. The same request again completes what was left: a place is reserved once for the id, the
 * company is made once, takes its template once, and invites once.
 */
import * as v from 'valibot';
import { isProblemCode, Problem } from '../../../../shared/http/problems.ts';
import { inTime, within } from '../../../../shared/limits/bounded-wait.ts';
import { askAs } from '../../../people/invitations/further.ts';
import { type Acting, askCompany, copyTo, settingsFrom } from '../copying/asking.ts';
import { SECTIONS } from '../copying/plans.ts';
import type { AddedCompanyBody } from './reference.ts';
import type { ClientInput } from './schema.ts';

/** Longest wait for the new company, which asks the account of the person. */
const MAKING_TIMEOUT_MS = 12_000;

const madeSchema = v.object({ link: v.exactOptional(v.string()), is_mailed: v.boolean() });

/**
 * Adds the company.
 * @param byId the company that adds it
 * @param origin of this deployment, for the link of the invitation
 * @throws Problem 403, 404, 409 `too_many_values`, `company_exists`, 503; nothing is made then that the same request does not complete
 */
export async function addClient(
  acting: Acting,
  byId: string,
  { input, origin }: { input: ClientInput; origin: string },
): Promise<AddedCompanyBody> {
  const { company_id: companyId, name, template, invite } = input;
  const given = template === null ? undefined : await settingsFrom(acting, template, SECTIONS);
  const begun = await askCompany<{ userName: string }>(acting, byId, { about: 'begin', companyId });
  if (begun === undefined) throw unavailable();
  await make(acting, byId, { input, userName: begun.userName });
  const there = { ...acting, companyIds: [...acting.companyIds, companyId] };
  const copied = given && (await copyTo(there, companyId, { given, isDryRun: false, isTemplate: true }));
  const invited = invite && (await inviteTo(there, companyId, { invite, origin }));
  const { link, ...invitation } = invited ?? {};
  return {
    company_id: companyId,
    name,
    template: copied ?? null,
    invitation: invite === null ? null : { email: invite.email, is_mailed: false, ...invitation },
    ...(link === undefined ? {} : { link }),
  };
}

async function make(
  acting: Acting,
  byId: string,
  { input, userName }: { input: ClientInput; userName: string },
): Promise<void> {
  const { company_id: companyId, name, default_region: defaultRegion, time_zone, currency, template } = input;
  const { COMPANIES } = acting.env;
  const making = COMPANIES.getByName(companyId).create({
    name,
    defaultRegion,
    superadmin: { name: userName, email: acting.person.email },
    added: { by: byId, timeZone: time_zone, currency, hasTemplate: template !== null },
  });
  const made = await within(making, MAKING_TIMEOUT_MS, undefined);
  if (made === undefined) throw unavailable();
  if (made.refusal !== undefined) {
    const { code, message, headers } = made.refusal;
    throw new Problem(code, message, { headers });
  }
  // If this call fails, the company that adds asks by itself when it needs the place.
  await askCompany(acting, byId, { about: 'settle', companyId });
  if (made.outcome !== 'company_exists') return;
  throw new Problem('company_exists', 'A company with this id exists already.');
}

/** Invites the client. A refusal is told, and the company is there all the same. */
async function inviteTo(
  { env, company, person }: Acting,
  companyId: string,
  { invite, origin }: { invite: NonNullable<ClientInput['invite']>; origin: string },
): Promise<{ link?: string; is_mailed?: boolean; code?: string; detail?: string }> {
  try {
    const body = { email: invite.email, role_id: invite.role_id };
    const asked = askAs({ env, company }, { person, companyId, path: 'invitations', body, origin });
    const answer = await inTime(asked, MAKING_TIMEOUT_MS, () => {
      throw unavailable();
    });
    const { link, is_mailed } = v.parse(madeSchema, answer);
    return { is_mailed, ...(link === undefined ? {} : { link }) };
  } catch (error) {
    if (!(error instanceof Problem) || !isProblemCode(error.code)) throw error;
    return { code: error.code, detail: error.message };
  }
}

function unavailable(): Problem {
  return new Problem(
    'service_unavailable',
    'Not everything answered in time. Send the same again to complete it.',
  );
}
