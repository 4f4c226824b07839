/** People of the tests of passkeys, and what they read of answers. */
import { answerOf, makeCompany, type PeopledCompany } from '../../harness/builders.ts';
import { problemOf, sendAs } from '../../harness/client.ts';
import { signedIn } from '../../harness/second-factor.ts';

export const PASSWORD = 'correct horse: battery';

export interface Person {
  email: string;
  companyId: string;
  path: string;
  /** A session that has just begun with the password. */
  session: { authorization: string };
}

export function freshEmail(): string {
  return `pia.${crypto.randomUUID().slice(0, 8)}@acme.test`;
}

/** A super admin with a company of their own. */
export async function makePerson(): Promise<Person> {
  const email = freshEmail();
  const companyId = await makeCompany({ superadmin: { name: 'Pia', email, password: PASSWORD } });
  const session = await signedIn(email, PASSWORD, { kind: 'session' });
  return { email, companyId, path: `/companies/${companyId}`, session };
}

/** An agent of the company, with a password. */
export async function addAgent({ superadmin, path }: PeopledCompany, email = freshEmail()): Promise<string> {
  const body = { name: 'Ann', role_id: 'agent', email, password: PASSWORD };
  return (await answerOf<{ user_id: string }>(await sendAs(superadmin, 'POST', `${path}/users`, body)))
    .user_id;
}

export async function requireTwoFactors(user: { authorization: string }, path: string): Promise<void> {
  const options = await answerOf<object>(await sendAs(user, 'GET', `${path}/settings`));
  const required = { ...options, two_factors_required: true };
  await answerOf(await sendAs(user, 'PUT', `${path}/settings`, required));
}

export async function outcomeOf(response: Response): Promise<string> {
  return response.ok ? 'done' : (await problemOf(response)).code;
}

export async function detailOf(response: Response): Promise<string> {
  return response.ok ? 'done' : (await problemOf(response)).detail;
}

export async function auditOf({ authorization }: { authorization: string }, path: string): Promise<string[]> {
  const log = await answerOf<{ entries: { action: string }[] }>(
    await sendAs({ authorization }, 'GET', `${path}/audit`),
  );
  return log.entries.map(({ action }) => action);
}

/** What a passkey is told that the account does not have. */
export const UNKNOWN = 'This passkey is not known here any more.';
