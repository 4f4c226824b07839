/** A dependency's pauses and log lines, with a clock of the test's. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dependency } from '../../../../worker/shared/limits/dependency.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const fail = (): Promise<never> => Promise.reject(new Error('It is away.'));

test('failures are logged at once, then once a minute with their number', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const lines = (): number => [log, warn, error].reduce((sum, { mock }) => sum + mock.calls.length, 0);
  const dependency = new Dependency('a storage', { pauses: false });
  await dependency.ask(fail, 'nothing');
  expect(lines()).toBe(1);
  vi.advanceTimersByTime(59_999);
  await dependency.ask(fail, 'nothing');
  expect(lines()).toBe(1);
  vi.advanceTimersByTime(1);
  await dependency.ask(fail, 'nothing');
  expect(lines()).toBe(2);
  expect(JSON.stringify([log, warn, error].flatMap(({ mock }) => mock.calls.at(-1) ?? []))).toContain('2');
});

test('three failures in a row cause a pause of five seconds, two do not', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const dependency = new Dependency('a storage');
  let asked = 0;
  const work = (): Promise<string> => {
    asked += 1;
    return Promise.resolve('something');
  };
  await dependency.ask(fail, 'nothing');
  await dependency.ask(fail, 'nothing');
  expect(await dependency.ask(work, 'nothing')).toBe('something');
  for (let failures = 0; failures < 3; failures += 1) await dependency.ask(fail, 'nothing');
  expect(await dependency.ask(work, 'nothing')).toBe('nothing');
  vi.advanceTimersByTime(4_999);
  expect(await dependency.ask(work, 'nothing')).toBe('nothing');
  vi.advanceTimersByTime(1);
  expect(await dependency.ask(work, 'nothing')).toBe('something');
  expect(asked).toBe(2);
});
