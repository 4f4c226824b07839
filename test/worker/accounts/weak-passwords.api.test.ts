/** Wherever a password is set, one that others would guess is refused beside its field. */
import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { problemOf, send, sendAs, sendAsOperator } from '../../harness/client.ts';
import { addAgent, freshEmail, PASSWORD } from './passkey-people.ts';
import { signedIn } from '../../harness/second-factor.ts';

const COMPANY = 'Acme Plumbing';
/** Common ones, the company, and the address. */
const WEAK = ['password1234', 'AcmePlumbing1', 'EMAIL'] as const;

/** Sets a password in one of the places. @returns the answer, and the member with the password */
type Place = (email: string, password: string) => Promise<[Response, string]>;

const useLink = async (link: string, password: string): Promise<Response> =>
  send('/auth/link/use', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ link: new URL(link).hash.slice(1), password }),
  });

const PLACES: Record<string, Place> = {
  'a new company': async (email, password) => {
    const superadmin = { name: 'Ann', email, password };
    const company = { name: COMPANY, default_region: 'US', superadmin };
    return [await sendAsOperator('POST', '/operator/companies', company), '/superadmin/password'];
  },
  'a new user': async (email, password) => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const user = { name: 'Ann', email, role_id: 'agent', password };
    return [await sendAs(superadmin, 'POST', `${path}/users`, user), '/password'];
  },
  'a user whom a super admin edits': async (email, password) => {
    const company = await makeCompanyWithUsers();
    const userId = await addAgent(company, email);
    const at = `${company.path}/users/${userId}/modify`;
    return [await sendAs(company.superadmin, 'POST', at, { password }), '/password'];
  },
  'one’s own': async (email, password) => {
    await addAgent(await makeCompanyWithUsers(), email);
    const session = await signedIn(email, PASSWORD, { kind: 'session' });
    const body = { current_password: PASSWORD, password };
    return [await sendAs(session, 'POST', '/me/password', body), '/password'];
  },
  'an invitation': async (email, password) => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const invited = { email, role_id: 'agent', name: 'Ann' };
    const made = await sendAs(superadmin, 'POST', `${path}/invitations`, invited);
    return [await useLink((await answerOf<{ link: string }>(made)).link, password), '/password'];
  },
  'a link for a new password': async (email, password) => {
    const company = await makeCompanyWithUsers();
    const userId = await addAgent(company, email);
    const made = await sendAs(company.superadmin, 'POST', `${company.path}/users/${userId}/password_link`);
    return [await useLink((await answerOf<{ link: string }>(made)).link, password), '/password'];
  },
};

test.for(Object.entries(PLACES))('for %s', async ([, place]) => {
  for (const weak of WEAK) {
    const email = freshEmail();
    const [response, pointer] = await place(email, weak === 'EMAIL' ? email : weak);
    const { errors } = await problemOf(response);
    expect(errors).toEqual([
      { pointer, code: 'invalid_parameter', detail: expect.stringContaining('Others would guess this') },
    ]);
  }
  const [taken] = await place(freshEmail(), 'tundra velvet 9');
  expect(taken.status).toBe(200);
});
