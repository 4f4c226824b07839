/** Somebody who works in several companies with one password. */
import { answerOf, type PeopledCompany } from './builders.ts';
import { basic, freshIp, send, sendAs, type TestUser } from './client.ts';

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
