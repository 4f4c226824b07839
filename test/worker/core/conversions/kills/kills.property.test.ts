/**
 * No conversion of a call or a form is lost or counted twice, whatever happens: a platform that refuses one event and with it all, answers 429 and
 * 5xx, is silent before or after it took a batch, and an object that is killed at any moment. 1,000 random runs in the full tests.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordBy } from '../../../../../worker/core/conversions/outbox/recording.ts';
import { findConversionEvent } from '../../../../../worker/core/conversions/deciding/events.ts';
import { savePlatform, sealSecret } from '../../../../../worker/core/conversions/platform-settings.ts';
import type { Platform } from '../../../../../worker/core/conversions/platforms/facts.ts';
import { createRule, rulesOf } from '../../../../../worker/core/conversions/rules.ts';
import type { WriteContext } from '../../../../../worker/core/engine/context/request-context.ts';
import { CALLS, insertCall, updateCall } from '../../../../../worker/core/phone/calls/call-store.ts';
import { addForm } from './form-rows.ts';
import { effort } from '../../../../harness/effort.ts';
import {
  callId,
  callOf,
  COMPANY_ID,
  ENV,
  MOST_STEPS,
  PLATFORMS,
  Run,
  START,
  step,
  survive,
  TROUBLED_STEPS,
} from './troubled-platform.ts';

const RUNS = effort(60, 1_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function prepare(run: Run, sealed: string): Promise<string[]> {
  const { platform } = run;
  const { settings = {}, touch = {} } = PLATFORMS[platform] ?? {};
  await survive(run, () => {
    run.write((context) => {
      savePlatform(context, platform, { enabled: true, settings }, sealed);
      const rule = { platforms: [platform], state: 'active' as const };
      createRule(context, {
        ...rule,
        name: 'Calls',
        when: { what: 'call', min_confidence: 0 },
        value: 'lead',
      });
      createRule(context, {
        ...rule,
        name: 'Forms',
        when: { what: 'form', min_confidence: 0 },
        value: { unit: 'EUR', value: 7 },
      });
    });
  });
  const calls = Array.from({ length: 1 + Math.floor(run.random() * 12) }, (_, index) => callId(index));
  for (const [index, id] of calls.entries()) {
    await survive(run, () => {
      run.write((context) => {
        if (index % 3 === 2) addForm(context, { id, index, touch });
        else insertCall(context.database, callOf(id, index, touch));
        report(context, id);
      });
    });
  }
  return calls;
}

function report(context: WriteContext, id: string): void {
  const event = findConversionEvent(context, 'call', id) ?? findConversionEvent(context, 'form', id);
  for (const rule of rulesOf(context).all()) {
    if (event !== undefined) recordBy(context, rule, event, { isNew: true });
  }
}

test.for(Object.keys(PLATFORMS) as Platform[])(
  '%s gets every conversion once, over random runs with kills',
  { timeout: 600_000 },
  async (platform) => {
    const { secret = '' } = PLATFORMS[platform] ?? {};
    const sealed = await sealSecret({ companyId: COMPANY_ID }, ENV, { platform, secret });
    let unanswered = 0;
    let counted = 0;
    for (let seed = 1; seed <= RUNS / 4; seed += 1) {
      vi.setSystemTime(START);
      const run = new Run(platform, seed);
      vi.stubGlobal('fetch', (url: string, init: { body?: unknown } = {}) => run.answer(url, init));
      const calls = await prepare(run, sealed);
      for (let steps = 0; steps < MOST_STEPS; steps += 1) {
        run.isTroubled = steps < TROUBLED_STEPS;
        // People give a call another value meanwhile.
        const [id = ''] = calls;
        if (steps === 3) await survive(run, () => run.write((context) => revalue(context, id)));
        if (!(await step(run)) && steps > TROUBLED_STEPS) break;
      }
      const rows = run.rows();
      const { values, times } = run.counting;
      const told = rows.filter(({ status }) => status === 'accepted' || status === 'sent');
      const known = told.filter(({ detail }) => detail === null);
      const lost = known.filter(({ conversionId }) => !values.has(conversionId));
      const wrong = known.filter(({ conversionId, sentValue }) => values.get(conversionId) !== sentValue);
      unanswered += told.length - known.length;
      counted += values.size;

      expect([seed, rows.length]).toEqual([seed, calls.length]);
      expect([seed, rows.filter(({ status }) => status === 'waiting' || status === 'skipped')]).toEqual([
        seed,
        [],
      ]);
      expect([seed, lost, wrong]).toEqual([seed, [], []]);
      // Refused ones are not counted, and all that is counted is known.
      expect([seed, [...values.keys()].filter((id) => !told.some((row) => row.conversionId === id))]).toEqual(
        [seed, []],
      );
      const repeats = platform === 'ga4' ? [...times.values()].filter((count) => count > 1) : [];
      const stale =
        platform === 'google_data_manager' ? known.filter(({ value, sentValue }) => value !== sentValue) : [];
      expect([seed, repeats, stale]).toEqual([seed, [], []]);
    }

    expect(counted).toBeGreaterThan(RUNS / 4);
    // Only Analytics knows no ids: what it did not answer about is not sent again.
    expect(unanswered > 0).toBe(platform === 'ga4');
  },
);

function revalue(context: WriteContext, id: string): void {
  const found = CALLS.find(context.database, id)?.record;
  if (found === undefined) return;
  const value = { unit: 'EUR', value: 1_000 };
  updateCall(context.database, found, { ...found, remarks: { ...found.remarks, value } });
  report(context, id);
}
