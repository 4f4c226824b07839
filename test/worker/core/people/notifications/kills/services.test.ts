/** Push services that are left alone. */
import { expect, test } from 'vitest';
import { PushServices } from '../../../../../../worker/core/people/push/services.ts';

const NOW = Date.parse('2026-11-23T08:00:00Z');
const [SLOW, FAST] = ['https://slow.example.com/a', 'https://fast.example.com/b'];
const SILENT = { outcome: 'failed', detail: '', askedWaitMs: 0, isSilent: true } as const;

test('a service that does not answer is left alone, longer each time until it answers, and others are not', () => {
  const services = new PushServices();
  services.learn(SLOW, SILENT, NOW);
  expect(services.restsUntil('https://slow.example.com/another')).toBe(NOW + 5_000);
  services.learn(SLOW, SILENT, NOW);
  expect([SLOW, FAST].map((each) => services.restsUntil(each))).toEqual([NOW + 10_000, 0]);

  services.learn(SLOW, { outcome: 'pushed' }, NOW);
  expect(services.restsUntil(SLOW)).toBe(0);
});

test('a service is left alone as long as it asks for', () => {
  const services = new PushServices();
  services.learn(SLOW, { outcome: 'failed', detail: '', askedWaitMs: 90_000, isSilent: false }, NOW);
  expect([SLOW, FAST].map((each) => services.restsUntil(each))).toEqual([NOW + 90_000, 0]);
});
