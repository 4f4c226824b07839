/** The background work of a rule that was changed with `restate`: prices anew what it reported before. */
import { commit } from '../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { findConversionEvent } from '../deciding/events.ts';
import { rulesOf, setRestated } from '../rules.ts';
import { conversionsOfRule } from './conversion-store.ts';
import { recordBy } from './recording.ts';

const AT_A_TIME = 100;
/** Platforms take no values of older conversions. */
const REACH_MS = 90 * 24 * 60 * 60_000;

export const restating: BackgroundTask = {
  kind: 'restatement of conversions',
  nextTime: (company) => (rulesOf(company).all().some(isBehind) ? 0 : undefined),
  run: async (company) => {
    commit(company, contextOfActor(company, { kind: 'system', name: 'conversions' }), (context) => {
      const rule = rulesOf(context).all().find(isBehind);
      if (rule === undefined) return;
      const rows = conversionsOfRule(context.database, rule.ruleId, {
        after: rule.restateAfter ?? 0,
        since: context.now - REACH_MS,
        limit: AT_A_TIME,
      });
      for (const { what, recordId } of rows) {
        const event = findConversionEvent(context, what, recordId);
        if (event !== undefined) recordBy(context, rule, event, { isNew: false, isRestated: true });
      }
      const isLast = rows.length < AT_A_TIME;
      setRestated(context, rule.ruleId, isLast ? null : (rows.at(-1)?.conversionNumber ?? null));
    });
  },
};

function isBehind({ restateAfter }: { restateAfter: number | null }): boolean {
  return restateAfter !== null;
}
