/** Numbers whose addresses at the carrier are no longer ours: who hears of it, and when it ends. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answerOf } from '../../../../../harness/builders.ts';
import { sendAs } from '../../../../../harness/client.ts';
import {
  ACCOUNT,
  accountAt,
  type MarketServer,
  startMarket,
} from '../../../../../harness/carrier/market-server.ts';
import { makeCallCompany } from '../../calls/call-company.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };
const NUMBERS = ['+15125550110', '+15125550111', '+15125550112'];

interface Listed {
  number_id: string;
  number: string;
  is_pending: boolean;
}

let server: MarketServer;
beforeAll(async () => {
  server = await startMarket();
});
afterAll(() => server.close());

test('super admins hear once of numbers that no longer send their calls here, until all are mended', async () => {
  const company = await makeCallCompany({ carriers: [accountAt(server.url)] });
  const { superadmin, manager, path } = company;
  const ask = (method: string, rest: string, body?: unknown): Promise<Response> =>
    sendAs(superadmin, method, `${path}/numbers${rest}`, body);
  const list = async (rest = ''): Promise<Listed[]> =>
    (await answerOf<{ numbers: Listed[] }>(await ask('GET', rest))).numbers;
  const settled = (): Promise<true> =>
    vi.waitUntil(async () => (await list()).every((each) => !each.is_pending), PATIENCE);
  const toldOf = async (user = superadmin): Promise<object[]> => {
    const { notifications } = await answerOf<{ notifications: { type: string; data: object }[] }>(
      await sendAs(user, 'GET', `${path}/notifications`),
    );
    return notifications.filter(({ type }) => type === 'numbers.astray').map(({ data }) => data);
  };
  for (const number of NUMBERS) server.market.own(number, { voice_url: 'https://old.example/' });
  await answerOf(await ask('POST', '/import', { ...ACCOUNT, numbers: NUMBERS }));
  // What is about to be wired is not astray.
  await answerOf(await ask('POST', '/check'));
  await settled();
  expect(await list('?only=astray')).toEqual([]);
  expect(await toldOf()).toEqual([]);

  const [wrong = '', gone = ''] = NUMBERS;
  Object.assign(server.market.state.owned[wrong] ?? {}, { voice_url: 'https://elsewhere.example/' });
  delete server.market.state.owned[gone];
  await answerOf(await ask('POST', '/check'));
  await answerOf(await ask('POST', '/check'));
  const detail = '2 numbers send their calls elsewhere.';
  expect(await toldOf()).toEqual([{ carrier: 'twilio', name: 'Twilio', count: 2, detail }]);
  expect(await toldOf(manager)).toEqual([]);
  expect((await list('?only=astray')).map(({ number }) => number)).toEqual([wrong, gone]);
  const [overview] = await answerOf<{ troubles: string[]; figures: object }[]>(
    await sendAs(superadmin, 'GET', '/me/companies/overview'),
  );
  expect(overview).toMatchObject({ figures: { astray_numbers: 2 } });
  expect(overview?.troubles[0]).toBe('numbers_astray');

  const idOf = async (number: string): Promise<string> =>
    (await list()).find((each) => each.number === number)?.number_id ?? '';
  await answerOf(await ask('POST', `/${await idOf(wrong)}/mend`));
  await vi.waitUntil(async () => (await list('?only=astray')).length === 1, PATIENCE);
  // Not mended wholly, it is the same trouble still.
  Object.assign(server.market.state.owned[wrong] ?? {}, { voice_url: 'https://elsewhere.example/' });
  await answerOf(await ask('POST', '/check'));
  expect(await toldOf()).toHaveLength(1);
});
