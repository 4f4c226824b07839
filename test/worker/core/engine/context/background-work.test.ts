/** The loop of background work, with a company that only counts. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { type BackgroundTask, BackgroundWork } from '../../../../../worker/core/engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../../../../worker/core/engine/context/company-context.ts';

const HOUR_MS = 60 * 60_000;
const HANGS = new Promise<never>(() => undefined);

const COMPANY = {
  companyId: 'a company',
  exists: () => true,
  giveWay: () => Promise.resolve(),
} as Partial<CompanyContext> as CompanyContext;

/** A task that is due at these times. Each piece notes its time, then does `work`. */
class Task implements BackgroundTask {
  readonly kind = 'a task';
  readonly done: number[] = [];
  readonly #times: readonly number[];
  readonly #work: () => Promise<void>;

  constructor(times: readonly number[], work: () => Promise<void> = () => Promise.resolve()) {
    this.#times = times;
    this.#work = work;
  }

  nextTime(): number | undefined {
    return this.#times[this.done.length];
  }

  run(): Promise<void> {
    this.done.push(Date.now());
    return this.#work();
  }
}

/** Stops the clock at 0. */
function stopClock(): void {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
}

test.each([
  ['works', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('It fails.'))],
])('requests run after every piece of a task that %s', async (_, run) => {
  const steps: string[] = [];
  const company = {
    companyId: 'a company',
    exists: () => true,
    giveWay: async () => {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      steps.push('requests');
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

test('what becomes due while another kind hangs is done in time, also if it is planned meanwhile', async () => {
  stopClock();
  const hanging = new Task([0], () => HANGS);
  const planned = new Task([2_000, 7_000]);
  const times: number[] = [];
  const sooner = new Task(times);
  const work = new BackgroundWork(COMPANY, {} as CoreEnv, [hanging, planned, sooner]);
  void work.run();

  await vi.advanceTimersByTimeAsync(3_000);
  times.push(4_000);
  expect(work.nudge(4_000)).toBe(true);
  await vi.advanceTimersByTimeAsync(6_000);

  expect([hanging.done, planned.done, sooner.done]).toEqual([[0], [2_000, 7_000], [4_000]]);
});

test('an alarm ends after a minute though a piece hangs, and the next one begins other work and that piece not again', async () => {
  stopClock();
  const hanging = new Task([0, 0], () => HANGS);
  const other = new Task([30_000, 70_000]);
  const work = new BackgroundWork(COMPANY, {} as CoreEnv, [hanging, other]);
  const first = work.run();
  await vi.advanceTimersByTimeAsync(61_000);

  expect(await first).toBe(Date.now() - 1_000);
  expect(work.nudge(90_000)).toBe(false);

  void work.run();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([hanging.done, other.done]).toEqual([[0], [30_000, 70_000]]);
});
