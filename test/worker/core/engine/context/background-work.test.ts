/** The loop of background work, with a company that only counts. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { type BackgroundTask, BackgroundWork } from '../../../../../worker/core/engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../../../../worker/core/engine/context/company-context.ts';

const HOUR_MS = 60 * 60_000;

test.each([
  ['works', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('It fails.'))],
])('requests run after every piece of a task that %s', async (_, run) => {
  const steps: string[] = [];
  const company = {
    companyId: 'a company',
    exists: () => true,
    giveWay: () => {
      steps.push('requests');
      return Promise.resolve();
    },
  } as Partial<CompanyContext> as CompanyContext;
  const task: BackgroundTask = {
    kind: 'a task of two pieces',
    nextTime: () => (steps.filter((step) => step === 'piece').length < 2 ? 0 : undefined),
    run: () => {
      steps.push('piece');
      return run();
    },
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const work = new BackgroundWork(company, {} as CoreEnv, [task]);
  await work.run();
  // After a failure the next piece waits for its time.
  vi.setSystemTime(Date.now() + HOUR_MS);
  await work.run();

  expect(steps).toEqual(['piece', 'requests', 'piece', 'requests']);
});
