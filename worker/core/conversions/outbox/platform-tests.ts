/** Tests the company's settings for a platform with a request that counts nothing. */
import { Problem } from '../../../shared/http/problems.ts';
import type { CompanyContext, CompanyState, CoreEnv } from '../../engine/context/company-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { platformsOf } from '../platform-settings.ts';
import { FACTS, type Platform } from '../platforms/facts.ts';
import { SENDERS } from '../platforms/senders.ts';
import type { PlatformRecord } from '../schema.ts';
import { exchange, safeDetail } from './exchanges.ts';
import { openAccess } from './accesses.ts';

/** Most tests of a company in ten minutes, counted in the memory of its object. */
const MOST_TESTS = 30;
const WINDOW_MS = 10 * 60_000;

export function limitOf({ memory }: Pick<CompanyState, 'memory'>): TestLimit {
  return memory.of(TestLimit);
}

/** Limits tests, so that a loop does not flood a platform. */
export class TestLimit {
  #times: number[] = [];

  /** Counts a test. @throws Problem `rate_limited` after too many */
  count(): void {
    const now = Date.now();
    this.#times = this.#times.filter((time) => time > now - WINDOW_MS);
    const [first = now] = this.#times;
    if (this.#times.length >= MOST_TESTS) {
      const seconds = Math.max(1, Math.ceil((first + WINDOW_MS - now) / 1000));
      throw new Problem(
        'rate_limited',
        `At most ${MOST_TESTS} tests in 10 minutes; wait before the next one.`,
        {
          headers: { 'Retry-After': String(seconds) },
        },
      );
    }
    this.#times.push(now);
  }

  /** Does nothing: the limit holds after a rollback too. */
  forget(): void {}
}

/** Tests a platform. */
export async function testPlatform(
  company: CompanyContext,
  env: CoreEnv,
  platform: Platform,
): Promise<{ is_ok: boolean; detail: string }> {
  const record = platformsOf(company).of(platform);
  if (record.version === 0) return { is_ok: false, detail: 'Save the settings first.' };
  const sender = SENDERS[platform];
  if (sender === undefined) return lastFetch(record);
  const opened = await openAccess(company, env, record);
  if (!('access' in opened)) return { is_ok: false, detail: opened.fault };
  const { access } = opened;
  const request = sender.test(access, Date.now());
  if (typeof request === 'string') return { is_ok: false, detail: request };
  const answer = await exchange(request);
  if (answer === undefined)
    return { is_ok: false, detail: `${FACTS[platform].label} did not answer in time.` };
  const { isOk, detail } = sender.testResult(answer);
  return { is_ok: isOk, detail: safeDetail(detail, access.token) };
}

/** Nothing can be asked of a platform that fetches a file. */
function lastFetch({ platform, lastAttempt }: PlatformRecord): { is_ok: boolean; detail: string } {
  const { label } = FACTS[platform];
  if (lastAttempt === null) {
    return { is_ok: false, detail: `${label}: the file was not fetched yet with a key.` };
  }
  return { is_ok: true, detail: `${label}: the file was last fetched at ${writeMoment(lastAttempt.time)}.` };
}
