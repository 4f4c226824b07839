/** Imports and buys numbers for the demo company; somebody at the carrier then changes one of them. */
import { CARRIER_API, DEMO_ACCOUNT } from './carrier/account.ts';
import { BRANCHES, DEMO_COMPANY_ID, RADIO_NUMBER, textNumberOf } from './company.ts';
import type { Call } from './seed-people.ts';

const NUMBERS = `/companies/${DEMO_COMPANY_ID}/numbers`;
const ACCOUNT = { carrier: DEMO_ACCOUNT.carrier, account_id: DEMO_ACCOUNT.accountId };
/** What the simulated carrier asks for a local number. */
const MONTHLY_PRICE = 1.15;
/** Bought, and not in the settings yet. */
const BOUGHT = [
  {
    number: '+17205550170',
    name: 'Boulder, Facebook',
    place: 'Boulder, CO',
    location_id: 'denver',
    source: 'paid_social',
  },
  {
    number: '+15125550170',
    name: 'Austin, Yelp',
    place: 'Austin, TX',
    location_id: 'austin',
    source: 'referral',
  },
];
const API = `${CARRIER_API}/2010-04-01/Accounts/${DEMO_ACCOUNT.accountId}/IncomingPhoneNumbers`;
const PATIENCE_MS = 60_000;
const POLL_MS = 250;

/** Orders the numbers, waits for the carrier, and leaves one with other addresses. */
export async function seedNumbers(call: Call, origin: string): Promise<void> {
  const imported = [RADIO_NUMBER, ...BRANCHES.map(textNumberOf)];
  await call('POST', `${NUMBERS}/import`, { ...ACCOUNT, numbers: imported });
  await call('POST', `${NUMBERS}/buy`, { ...ACCOUNT, monthly_price: MONTHLY_PRICE, numbers: BOUGHT });
  await untilSettled(call);
  await changeAtCarrier(origin);
  await call('POST', `${NUMBERS}/check`, {});
}

async function untilSettled(call: Call): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const { numbers } = (await call('GET', NUMBERS)) as { numbers: { is_pending: boolean }[] };
    if (numbers.every((each) => !each.is_pending)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Sends the calls of a branch to its former answering service, as somebody who signs in at the carrier can. */
async function changeAtCarrier(origin: string): Promise<void> {
  const branch = BRANCHES.find(({ id }) => id === 'chicago');
  if (branch === undefined) return;
  const number = textNumberOf(branch);
  const authorization = `Basic ${btoa(`${DEMO_ACCOUNT.accountId}:${DEMO_ACCOUNT.secret}`)}`;
  const query = new URLSearchParams({ PhoneNumber: number });
  const found = await fetch(`${origin}${API}.json?${query}`, { headers: { Authorization: authorization } });
  const { incoming_phone_numbers: entries } = (await found.json()) as {
    incoming_phone_numbers: { sid: string }[];
  };
  for (const { sid } of entries) {
    await fetch(`${origin}${API}/${sid}.json`, {
      method: 'POST',
      headers: { Authorization: authorization },
      body: new URLSearchParams({ VoiceUrl: `https://answering-service.example/brightwater/${branch.id}` }),
    });
  }
}
