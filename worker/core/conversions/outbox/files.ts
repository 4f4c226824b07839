/** The files of conversions that platforms fetch. */
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { pause } from '../../engine/work/pauses.ts';
import { findConversionEvent } from '../deciding/events.ts';
import { decide } from '../deciding/verdicts.ts';
import { platformsOf, recordState } from '../platform-settings.ts';
import type { Platform } from '../platforms/facts.ts';
import { rulesOf } from '../rules.ts';
import type { Conversion } from '../platforms/conversion.ts';
import type { ConversionRecord, Reason } from '../schema.ts';
import { conversionsOfFile, updateConversion } from './conversion-store.ts';

/** Older conversions are too old for every platform. */
const REACH_MS = 120 * 24 * 60 * 60_000;
/** A line stays in the file after its first fetch, so that an import that failed is made up for by the next ones. */
const REPEATED_MS = 30 * 24 * 60 * 60_000;
const AT_A_TIME = 200;

/** How a platform's file is written. */
export interface FileForm {
  platform: Platform;
  head: string;
  line: (conversion: Conversion) => string;
}

/**
 * Streams a platform's file, page by page.
 * @param isFetched whether the platform fetches it: its lines are then `sent`. A person who looks at it changes nothing
 */
export function conversionFile(
  company: CompanyContext,
  { platform, head, line }: FileForm,
  isFetched: boolean,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const context = contextOfActor(company, { kind: 'system', name: 'conversions' });
  let after = 0;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    pull: async (controller) => {
      // A stream that gets nothing is not asked again, so it goes on until there is a line.
      for (let isOver = false; !isOver;) {
        await pause();
        const rows = conversionsOfFile(company.database, platform, {
          after,
          since: context.now - REACH_MS,
          sentSince: context.now - REPEATED_MS,
          limit: AT_A_TIME,
        });
        const found = rows.map((row) => ({ row, ...lookAt(context, row) }));
        if (isFetched) commit(company, context, (write) => found.forEach((each) => note(write, each)));
        const lines = found.flatMap(({ conversion }) => (conversion === null ? [] : line(conversion)));
        if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')));
        after = rows.at(-1)?.conversionNumber ?? after;
        isOver = lines.length > 0;
        if (rows.length === AT_A_TIME) continue;
        if (isFetched) commit(company, context, (write) => noteFetch(write, platform));
        controller.close();
        return;
      }
    },
  });
}

/** Reads what a conversion reports as it is now, and decides again. */
export function lookAt(
  context: RequestContext,
  { what, recordId, platform, ruleId, conversionId: id, unit, value }: ConversionRecord,
): { conversion: Conversion; reason: null } | { conversion: null; reason: Reason } {
  const rule = rulesOf(context).find(ruleId);
  if (rule === undefined || rule.state !== 'active') return { conversion: null, reason: 'rule_off' };
  const event = findConversionEvent(context, what, recordId);
  if (event === undefined) return { conversion: null, reason: 'gone' };
  const amount = unit === null || value === null ? null : { unit, value };
  const { settings } = platformsOf(context).of(platform);
  return decide(rule, event, { platform, settings }, { id, amount, now: context.now });
}

/** Records that a waiting conversion was in the file, or why it was not. */
function note(
  context: WriteContext,
  { row, reason }: { row: ConversionRecord; reason: Reason | null },
): void {
  if (row.status !== 'waiting') return;
  const { now } = context;
  updateConversion(
    context.database,
    reason === null
      ? { ...row, status: 'sent', sentTime: now, sentUnit: row.unit, sentValue: row.value, changedTime: now }
      : { ...row, status: 'skipped', reason, changedTime: now },
  );
}

function noteFetch(context: WriteContext, platform: Platform): void {
  const detail = 'The platform fetched the file.';
  recordState(context, platform, { lastAttempt: { time: context.now, isOk: true, detail } });
}
