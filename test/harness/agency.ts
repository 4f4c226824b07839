/** Somebody who works in several companies with one password. */
import { answerOf, type PeopledCompany } from './builders.ts';
import { basic, freshIp, send, sendAs, type TestUser } from './client.ts';
import type { FaultyLeadline } from './faulty-leadline.ts';

/**
 * Adds Ann to all of these companies; each gives her a password of its own.
 * @param roles her role in each
 * @returns Ann, signed in to the first company, whose password opens all of them
 */
export async function memberOfAll(
  companies: readonly PeopledCompany[],
  roles: readonly string[] = companies.map(() => 'superadmin'),
): Promise<TestUser> {
  const email = `ann.${crypto.randomUUID()}@agency.test`;
  const name = 'Ann Agency';
  const passwordOf = (index: number): string => `password ${String(index)} of ${email}`;
  for (const [index, company] of companies.entries()) {
    const user = { name, email, role_id: roles[index], password: passwordOf(index) };
    await answerOf(await sendAs(company.superadmin, 'POST', `${company.path}/users`, user));
  }
  const token = await answerOf<string>(
    await send('/auth/issue_token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() },
      body: JSON.stringify({ username: email, password: passwordOf(0), kind: 'session' }),
    }),
  );
  const authorization = basic(email, token);
  for (const index of companies.slice(1).keys()) {
    const given = { password: passwordOf(index + 1) };
    await answerOf(await sendAs({ authorization }, 'POST', '/me/invitations/accept', given));
  }
  return { userId: '', groupId: '', name, email, token, authorization };
}

/** Somebody who works in two companies of a Worker in which one of them can hang. */
export interface TwoCompanies {
  own: string;
  silent: string;
  get: (path: string) => Promise<unknown>;
  /** Reads a file. */
  download: (path: string) => Promise<string>;
  post: (path: string, body: unknown) => Promise<Response>;
  /** Reads in the other company. */
  getThere: (path: string) => Promise<unknown>;
}

/** Makes the two companies and Ann, their super admin. @param hangingEarly whether one hangs before it was ever asked */
export async function openTwoCompanies(
  leadline: FaultyLeadline,
  hangingEarly = false,
): Promise<TwoCompanies> {
  const email = `ann.${crypto.randomUUID()}@agency.test`;
  const [password, given] = ['the one of her own', 'the given one'];
  const [own, silent] = await Promise.all([
    joinableCompany(leadline, { name: 'Own', email, password }),
    joinableCompany(leadline, { name: 'Silent', email, password: given }),
  ]);
  const post = (path: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
    leadline.send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signIn = async (company_id: string, secret: string): Promise<{ Authorization: string }> => {
    const signedIn = { username: email, password: secret, company_id };
    const token = await post('/auth/issue_token', signedIn, { 'CF-Connecting-IP': freshIp() });
    return { Authorization: basic(email, (await token.json()) as string) };
  };
  const headers = await signIn(own, password);
  if (hangingEarly) await leadline.set({ hanging: [silent] });
  await post('/me/invitations/accept', { password: given }, headers);
  return {
    own,
    silent,
    get: async (path) => (await leadline.send(path, { headers })).json(),
    download: async (path) => (await leadline.send(path, { headers })).text(),
    post: (path, body) => post(path, body, headers),
    getThere: async (path) => (await leadline.send(path, { headers: await signIn(silent, password) })).json(),
  };
}

/** Makes a company whose super admin has this address and password. @returns its id */
async function joinableCompany(
  leadline: FaultyLeadline,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<string> {
  const made = await leadline.sendAsOperator('POST', '/operator/companies', {
    name,
    default_region: 'US',
    superadmin: { name: 'Ann', email, password },
  });
  return ((await made.json()) as { company_id: string }).company_id;
}
