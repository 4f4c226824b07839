/** Counts how often long work has others take their turn. */
import { vi } from 'vitest';

/** Turns of the event loop in which work that runs by itself ends, or waits for a timer. */
const MOST_LOOPS = 100;

/**
 * Runs work whose clock stands, so that it goes on after a pause only when it is let. A pause that it does not wait for is none.
 * @returns the number of pauses that it waited for
 */
export async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const state = { isOver: false };
    const end = work().finally(() => {
      state.isOver = true;
    });
    // A failure is thrown below.
    end.catch(() => undefined);
    let turns = 0;
    for (;;) {
      await untilItWaits(state);
      if (state.isOver) break;
      turns += 1;
      vi.runOnlyPendingTimers();
    }
    await end;
    return turns;
  } finally {
    vi.useRealTimers();
  }
}

/** Lets the work run until it ends or nothing but a timer is left. */
async function untilItWaits(state: { isOver: boolean }): Promise<void> {
  for (let loops = 0; loops < MOST_LOOPS; loops += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    if (state.isOver || vi.getTimerCount() > 0) return;
  }
  throw new Error('The work waits for something else than a pause.');
}
