/** A company that takes calls, on a Worker whose databases a test can change and whose read rows it can count. */
import { answerOf } from '../../../../harness/builders.ts';
import { basic, freshIp } from '../../../../harness/client.ts';
import type { FaultyLeadline } from '../../../../harness/faulty-leadline.ts';
import { branches } from './call-company.ts';

/** Whose calls the company takes. */
export const ACCOUNT = { carrier: 'twilio', accountId: 'AC1', secret: 'token' } as const;

export interface FaultyCallCompany {
  companyId: string;
  /** The `Authorization` of its super admin. */
  superadmin: string;
  /** Sends a request below the company's path. */
  askAs: (authorization: string, method: string, path: string, body?: unknown) => Promise<Response>;
  /** The same, as its super admin. */
  ask: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** The `Authorization` of one of its users. */
  signIn: (email: string) => Promise<string>;
}

/** @param email of the super admin, whom one company has */
export async function makeFaultyCallCompany(
  leadline: FaultyLeadline,
  email = 'sue@acme.test',
): Promise<FaultyCallCompany> {
  const made = { name: 'Acme', default_region: 'US', superadmin: { name: 'Sue', email } };
  const { company_id: companyId } = await answerOf<{ company_id: string }>(
    await leadline.sendAsOperator('POST', '/operator/companies', made),
  );
  const signIn = async (user: string): Promise<string> => {
    const token = await leadline.sendAsOperator('POST', '/operator/tokens', { email: user });
    return basic(user, await answerOf<string>(token));
  };
  const askAs: FaultyCallCompany['askAs'] = (authorization, method, path, body) =>
    leadline.send(`/companies/${companyId}${path}`, {
      method,
      headers: {
        Authorization: authorization,
        'Content-Type': 'application/json',
        'CF-Connecting-IP': freshIp(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const superadmin = await signIn(email);
  const ask: FaultyCallCompany['ask'] = (...asked) => askAs(superadmin, ...asked);
  await leadline.sendAsOperator('PUT', `/dni/api/companies/${companyId}/settings`, branches(''));
  const { carrier, accountId, secret } = ACCOUNT;
  const carriers = [{ carrier, account_id: accountId, secrets: [secret] }];
  await answerOf(await ask('PUT', '/calls/settings', { carriers }));
  return { companyId, superadmin, askAs, ask, signIn };
}
