/** Taps of people who do not call: they own no calls of strangers, and hide no tap of a caller. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshIp } from '../../../../harness/client.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../../harness/faulty-leadline.ts';
import { freshCaller } from '../calls/call-company.ts';
import { MINUTE_MS, VisitedSite } from './visited-site.ts';

const SURE = 0.9;
const NUMBERS = Array.from({ length: 12 }, (_, index) => `+180055501${60 + index}`);

let leadline: FaultyLeadline;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());

const NETWORKS = [
  ['an IPv4 address', () => '192.0.2.7'],
  ['a /48', () => `2001:db8:7:${Math.floor(Math.random() * 65_536).toString(16)}::1`],
] as const;

test.for([...NETWORKS, ['many addresses', freshIp] as const])(
  'a visit that taps now and then is not sure to be that of callers who never tapped: from %s',
  async ([, network]) => {
    const site = await VisitedSite.open(leadline, NUMBERS);
    const { id, number } = await site.view('Forged');
    const confidences: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await site.later(5 * MINUTE_MS);
      await site.view('Forged', { id });
      await site.tap(number, { visit: id, ip: network() });
      await site.later(MINUTE_MS / 2);
      const { visit, attribution } = await site.call(freshCaller(), number);
      confidences.push(visit === null ? 0 : attribution.confidence);
    }

    expect(confidences.slice(1).every((confidence) => confidence < SURE)).toBe(true);
    expect(confidences[3]).toBeLessThan(0.7);
  },
);

test('a visit that tapped without calling is not sure to be that of the next caller', async () => {
  const site = await VisitedSite.open(leadline, NUMBERS);
  const { id, number } = await site.view('Forged');
  for (let taps = 0; taps < 6; taps += 1) {
    await site.tap(number, { visit: id });
    await site.later(MINUTE_MS);
  }

  const { attribution } = await site.call(freshCaller(), number);

  expect(attribution.method === 'number' ? 0 : attribution.confidence).toBeLessThan(0.7);
});

test.for([
  ...NETWORKS.map(([name, network]) => [name, network, true] as const),
  ['many addresses', freshIp, false] as const,
])('taps of others do not hide that of a caller: 20 from %s', async ([, network, hasVisits]) => {
  const site = await VisitedSite.open(leadline, NUMBERS);
  const own = await site.view('Plumber');
  await site.later(3 * MINUTE_MS);
  for (let taps = 0; taps < 20; taps += 1) {
    const visit = hasVisits && taps % 2 === 0 ? `forged-visit-${taps}`.padEnd(20, '0') : undefined;
    await site.tap(own.number, { ip: network(), ...(visit === undefined ? {} : { visit }) });
  }
  await site.tap(own.number, { visit: own.id });

  const found = await site.call(freshCaller(), own.number);

  expect(found).toMatchObject({ visit: { visit_id: own.id }, attribution: { method: 'tap' } });
  expect(found.attribution.confidence).toBeGreaterThan(0.7);
});

test('a tap is as strong as before for visitors of a network whose others tapped and called', async () => {
  const site = await VisitedSite.open(leadline, NUMBERS);
  const ip = freshIp();
  const confidences: number[] = [];
  for (const campaign of ['Plumber', 'Roofer', 'Painter']) {
    const { id, number } = await site.view(campaign, { ip });
    await site.tap(number, { visit: id, ip });
    const { visit, attribution } = await site.call(freshCaller(), number);
    expect([visit?.campaign, attribution.method]).toEqual([campaign, 'tap']);
    confidences.push(attribution.confidence);
  }

  expect(Math.min(...confidences)).toBeGreaterThan(SURE);
});
