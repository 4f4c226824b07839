/**
 * Invitations to other companies of the inviting person, which the link of an invitation opens beside its own. Each company is
 * asked by its own API, with a token of the person that ends afterwards, so its rights and limits hold there.
 */
import * as v from 'valibot';
import { readToken } from '../../../accounts/links.ts';
import { type Fault, isProblemCode, Problem, refuseFaults } from '../../../shared/http/problems.ts';
import { inTime } from '../../../shared/limits/bounded-wait.ts';
import type { CompanyState, CoreEnv } from '../../engine/context/company-context.ts';
import type { FurtherCompany } from '../links/link-store.ts';
import { COMPANY_TIMEOUT_MS, issueTokenForOther, type Person } from '../memberships/memberships.ts';
import type { NewInvitationInput } from './schema.ts';

/** Who invites, and from where. */
export interface Inviting {
  env: Pick<CoreEnv, 'ACCOUNTS' | 'COMPANIES' | 'OPERATOR_TOKEN'>;
  company: CompanyState;
  /** @throws Problem for a key, which belongs to one company */
  person: () => Person;
}

/** An invitation that another company has made. */
export interface MadeInvitation extends FurtherCompany {
  invitationId: string;
}

const madeSchema = v.object({ invitation_id: v.string(), link: v.string() });
const refusedSchema = v.object({ code: v.string(), detail: v.string() });

/**
 * Invites the person to the further companies: to all of them, or to none.
 * @throws Problem 403 for a key; that of a company that refuses or does not answer, with a fault that names it
 */
export async function inviteFurther(
  inviting: Inviting,
  input: NewInvitationInput,
): Promise<MadeInvitation[]> {
  const own = inviting.company.companyId;
  const companyIds = [...new Set(input.company_ids)].filter((companyId) => companyId !== own);
  if (companyIds.length === 0) return [];
  const person = inviting.person();
  const faults: Fault[] = [];
  const made: MadeInvitation[] = [];
  await Promise.all(
    companyIds.map(async (companyId) => {
      try {
        const invitation = inviteTo(inviting, { person, companyId, input });
        const answer = await inTime(invitation, COMPANY_TIMEOUT_MS, () => undefined);
        if (answer === undefined) throw givenUp(inviting, invitation);
        made.push(answer);
      } catch (error) {
        const { code, message: detail } = error instanceof Problem ? error : unavailable();
        faults.push({ pointer: `/company_ids/${input.company_ids.indexOf(companyId)}`, code, detail });
      }
    }),
  );
  if (faults.length === 0) return made;
  await withdrawFurther(inviting, made).catch(() => undefined);
  refuseFaults(faults);
  return [];
}

/** Returns the refusal for an invitation that takes too long. Should it be made after all, it is withdrawn. */
function givenUp(inviting: Inviting, invitation: Promise<MadeInvitation>): Problem {
  void invitation.then((made) => withdrawFurther(inviting, [made])).catch(() => undefined);
  return unavailable();
}

/** Withdraws invitations of other companies. */
export async function withdrawFurther(inviting: Inviting, made: readonly MadeInvitation[]): Promise<void> {
  if (made.length === 0) return;
  const person = inviting.person();
  await Promise.all(
    made.map(({ companyId, invitationId }) =>
      askAs(inviting, { person, companyId, path: `invitations/${invitationId}/withdraw` }),
    ),
  );
}

async function inviteTo(
  inviting: Inviting,
  { person, companyId, input }: { person: Person; companyId: string; input: NewInvitationInput },
): Promise<MadeInvitation> {
  const { COMPANIES, OPERATOR_TOKEN: secret } = inviting.env;
  const { email, role_id, name } = input;
  const body = { email, role_id, by_mail: false, ...(name === undefined ? {} : { name }) };
  const answer = await askAs(inviting, { person, companyId, path: 'invitations', body });
  const { invitation_id: invitationId, link } = v.parse(madeSchema, answer);
  const membership = await COMPANIES.getByName(companyId).membership(person.email);
  const read = readToken(new URL(link).hash.slice(1), secret);
  if (read === undefined || !('company' in read)) throw unavailable();
  return { companyId, companyName: membership?.companyName ?? '', nonce: read.company.nonce, invitationId };
}

/**
 * Sends a request to another company in the name of the person.
 * @param about.origin this deployment, for links in the answer
 * @throws Problem that of the company, or of the token for it
 */
export async function askAs(
  { env, company }: Pick<Inviting, 'env' | 'company'>,
  {
    person,
    companyId,
    path,
    body,
    origin = 'https://core',
  }: { person: Person; companyId: string; path: string; body?: object; origin?: string },
): Promise<unknown> {
  const { token } = await issueTokenForOther(env, company, person, companyId);
  const other = env.COMPANIES.getByName(companyId);
  const request = new Request(`${origin}/companies/${companyId}/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${person.email}:${token}`).toString('base64')}`,
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  try {
    const response = await other.fetch(request);
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const refused = v.safeParse(refusedSchema, answer);
    if (!refused.success || !isProblemCode(refused.output.code)) throw unavailable();
    throw new Problem(refused.output.code, refused.output.detail);
  } finally {
    await other.revokeToken(token);
  }
}

function unavailable(): Problem {
  return new Problem('service_unavailable', 'The company did not answer. Try again.');
}
