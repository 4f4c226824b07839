/** The waits before a failed message is sent again: those of Standard Webhooks, from seconds to days. */
import { expect, test } from 'vitest';
import { attempt } from '../../../../../worker/core/outbound/webhooks/attempts.ts';
import { startServerForTest } from '../../../../harness/receiver.ts';

const SECOND_MS = 1_000;
const HOUR_S = 3_600;
/** Seconds after the first, second, ... failure. */
const WAITS_S = [5, 300, 1_800, 2 * HOUR_S, 5 * HOUR_S, 10 * HOUR_S, 14 * HOUR_S, 20 * HOUR_S, 24 * HOUR_S];
const MESSAGE = { id: 'message', body: '{}' };
const rules = { mayBePrivate: true };

async function waitOf(
  url: string,
  failedBefore: number,
  ageHours = 0,
): Promise<{ status: string; seconds: number | null }> {
  const start = Date.now();
  const { status, nextAttemptTime } = await attempt({ url, secrets: [] }, MESSAGE, {
    rules,
    failedBefore,
    createdTime: start - ageHours * HOUR_S * SECOND_MS,
  });
  return { status, seconds: nextAttemptTime === null ? null : (nextAttemptTime - start) / SECOND_MS };
}

test('each wait is that of the schedule or up to a fifth longer, and after the last one there is no attempt', async () => {
  const { url } = await startServerForTest((_, response) => response.writeHead(503).end());
  for (const [failedBefore, wait] of WAITS_S.entries()) {
    const { status, seconds } = await waitOf(url, failedBefore);
    expect([failedBefore, status]).toEqual([failedBefore, 'pending']);
    expect(seconds).toBeGreaterThanOrEqual(wait);
    // In addition to the fifth, a moment for the attempt itself.
    expect(seconds).toBeLessThan(wait * 1.2 + 4);
  }
  expect(await waitOf(url, WAITS_S.length, 76)).toEqual({ status: 'failed', seconds: null });
  // Attempts that were brought forward leave the patience of three days as it is.
  const { status, seconds } = await waitOf(url, WAITS_S.length, 1);
  expect(status).toBe('pending');
  expect(seconds).toBeGreaterThanOrEqual(24 * HOUR_S);
});

test('a receiver may request a longer wait, of a day at most, but no shorter one', async () => {
  const asked = async (retryAfter: string, failedBefore: number): Promise<number> => {
    const { url } = await startServerForTest((_, response) =>
      response.writeHead(503, { 'Retry-After': retryAfter }).end(),
    );
    return (await waitOf(url, failedBefore)).seconds ?? 0;
  };

  expect(await asked('100', 0)).toBeCloseTo(100, -1);
  expect(await asked('999999', 0)).toBeCloseTo(24 * HOUR_S, -1);
  expect(await asked('1', 1)).toBeGreaterThanOrEqual(300);
  expect(await asked('-5', 0)).toBeGreaterThanOrEqual(5);
});
