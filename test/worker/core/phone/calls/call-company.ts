/** A company that takes calls, with readable defaults. */
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { dniSettings, location, putSettings } from '../../../../harness/dni-company.ts';

/** The tracking number of paid search in Austin, and the branch's own number that it rings. */
export const AUSTIN = '+15125550102';
export const AUSTIN_BRANCH = '+15125550140';

let callers = 1_000;

/** A number that nobody has called or written from yet in the tests of this file. */
export function freshCaller(): string {
  callers += 1;
  return `+1206555${callers}`;
}

export interface CallCompany extends PeopledCompany {
  /** The account with the carrier, and what signs its requests. */
  accountId: string;
  authToken: string;
}

/** DNI settings with two branches: Austin has a number and the agent, Denver a number. */
export function branches(agentId: string): Record<string, unknown> {
  return dniSettings({
    locations: [
      location('austin', {
        name: 'Austin',
        latitude: '30.2672',
        longitude: '-97.7431',
        numbers: [AUSTIN_BRANCH],
        users: [agentId],
      }),
      location('denver', {
        name: 'Denver',
        latitude: '39.7392',
        longitude: '-104.9903',
        numbers: [{ number: '+13035550140' }],
      }),
    ],
    numbers: [
      { phone_number: '+15125550101', location_id: 'austin' },
      { phone_number: AUSTIN, location_id: 'austin', source: 'paid_search' },
      { phone_number: '+13035550101', location_id: 'denver' },
      { phone_number: '+18005550111', source: 'email' },
    ],
  });
}

/** @param settings members of the call settings; a Twilio account is there unless they name carriers */
export async function makeCallCompany(settings: Record<string, unknown> = {}): Promise<CallCompany> {
  const company = await makeCompanyWithUsers();
  const dni = await putSettings(company.companyId, branches(company.agent.userId));
  if (dni.status !== 200) throw new Error(await dni.text());
  const accountId = `AC${company.companyId.replaceAll('-', '')}`;
  const authToken = crypto.randomUUID();
  const carriers = [{ carrier: 'twilio', account_id: accountId, secrets: [authToken] }];
  await answerOf(
    await sendAs(company.superadmin, 'PUT', `${company.path}/calls/settings`, { carriers, ...settings }),
  );
  return { ...company, accountId, authToken };
}

/** Gives the company's Twilio account credentials for the carrier's API, which is at `base`. */
export async function connectCarrierApi(
  { superadmin, path, accountId, authToken }: CallCompany,
  base: string,
): Promise<void> {
  const api = { user: 'SK1', secret: 'key', base };
  const carriers = [{ carrier: 'twilio', account_id: accountId, secrets: [authToken], api }];
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/calls/settings`, { carriers }));
}
