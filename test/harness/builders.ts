/** Creates companies and users for tests, with readable defaults. */
import { basic, sendAs, sendAsOperator, type TestUser } from './client.ts';

/** A company with a user of each role and one more agent, all in the default group. */
export interface PeopledCompany {
  companyId: string;
  /** `/companies/<uuid>` */
  path: string;
  superadmin: TestUser;
  manager: TestUser;
  agent: TestUser;
  /** Another agent, in the same group. */
  colleague: TestUser;
}

/** Creates a company and returns its id. */
export async function makeCompany(overrides: Record<string, unknown> = {}): Promise<string> {
  const response = await sendAsOperator('POST', '/operator/companies', {
    name: 'Acme Plumbing',
    default_region: 'US',
    ...overrides,
  });
  const { company_id: companyId } = await answerOf<{ company_id: string }>(response);
  return companyId;
}

/** Creates a company with users. They have tokens and no passwords, since hashing a password takes an eighth of a second. */
export async function makeCompanyWithUsers(overrides: Record<string, unknown> = {}): Promise<PeopledCompany> {
  const mark = crypto.randomUUID().slice(0, 8);
  const email = `sue.${mark}@acme.test`;
  const companyId = await makeCompany({ superadmin: { name: 'Sue Super', email }, ...overrides });
  const superadmin = await signInByOperator(email);
  const path = `/companies/${companyId}`;
  const [manager, agent, colleague] = await Promise.all([
    makeUser(superadmin, path, { name: 'Mary Manager', role_id: 'manager', email: `mary.${mark}@acme.test` }),
    makeUser(superadmin, path, { name: 'Al Agent', role_id: 'agent', email: `al.${mark}@acme.test` }),
    makeUser(superadmin, path, { name: 'Cora Colleague', role_id: 'agent', email: `cora.${mark}@acme.test` }),
  ]);
  return { companyId, path, superadmin, manager, agent, colleague };
}

/** Creates a user of the company and signs them in with a token from the operator. */
export async function makeUser(
  superadmin: TestUser,
  path: string,
  overrides: Record<string, unknown> = {},
): Promise<TestUser> {
  const email = `user.${crypto.randomUUID().slice(0, 8)}@acme.test`;
  const body = { name: 'Uma User', role_id: 'agent', email, ...overrides };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/users`, body));
  return signInByOperator(body.email);
}

/** Returns a user with a new token, for requests. */
export async function signInByOperator(email: string, validSeconds?: number): Promise<TestUser> {
  const issued = await sendAsOperator('POST', '/operator/tokens', {
    email,
    ...(validSeconds === undefined ? {} : { valid_seconds: validSeconds }),
  });
  const token = await answerOf<string>(issued);
  const authorization = basic(email, token);
  const me = await sendAs({ authorization }, 'GET', '/me');
  const { user_id: userId, group_id: groupId, name } = await answerOf<Record<string, string>>(me);
  return { userId: userId ?? '', groupId: groupId ?? '', name: name ?? '', email, token, authorization };
}

/** Returns the JSON of an answer. @throws Error when its status is not 200 */
export async function answerOf<Body>(response: Response): Promise<Body> {
  if (response.status !== 200) throw new Error(`Status ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}
