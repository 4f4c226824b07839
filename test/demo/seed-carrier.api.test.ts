import { expect, test } from 'vitest';
import { CARRIER_API } from '../../demo/carrier/account.ts';
import { DEMO_COMPANY_ID, demoDniSettings, NATIONAL_NUMBER } from '../../demo/company.ts';
import { seedCarrier } from '../../demo/seed-carrier.ts';
import { answerOf, makeCompanyWithUsers } from '../harness/builders.ts';
import { sendAs } from '../harness/client.ts';
import { putSettings } from '../harness/dni-company.ts';

test('the account of the demo follows the demo to another port, and keeps what was changed', async () => {
  const { superadmin, companyId, path } = await makeCompanyWithUsers();
  const call = async (method: string, at: string, body?: unknown): Promise<unknown> =>
    answerOf(await sendAs(superadmin, method, at.replace(DEMO_COMPANY_ID, companyId), body as object));
  const settings = (): Promise<unknown> => call('GET', `${path}/calls/settings`);

  // The main number, which a menu answers, is in the demo's settings.
  await answerOf(await putSettings(companyId, demoDniSettings()));
  await seedCarrier(call, 'https://first.example');
  const { defaults, ...rest } = (await settings()) as { defaults: object };
  await call('PUT', `${path}/calls/settings`, { ...rest, defaults: { ...defaults, whisper: '{source}' } });
  await seedCarrier(call, 'https://second.example');

  expect(await settings()).toMatchObject({
    carriers: [{ api: { base: `https://second.example${CARRIER_API}` } }],
    defaults: { whisper: '{source}' },
    numbers: { [NATIONAL_NUMBER]: { menu: 'main' } },
  });
});
