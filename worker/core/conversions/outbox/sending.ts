/** The background work that sends conversions to platforms, in small batches. */
import { commit } from '../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { platformsOf } from '../platform-settings.ts';
import type { Conversion } from '../platforms/conversion.ts';
import { FACTS, type Platform, PLATFORMS } from '../platforms/facts.ts';
import { type Access, type Meaning, requestOf, type Sender } from '../platforms/requests.ts';
import { SENDERS } from '../platforms/senders.ts';
import type { ConversionRecord } from '../schema.ts';
import { openAccess, tokensOf } from './accesses.ts';
import { dueConversions, nextDueTime, updateConversion } from './conversion-store.ts';
import { type Exchange, exchange, safeDetail } from './exchanges.ts';
import { lookAt } from './files.ts';
import { type Batch, claim, noteValues, recordFailure, recordMeaning } from './results.ts';

const ACTOR = { kind: 'system', name: 'conversions' } as const;

/** Each platform has its own task, so that one that hangs delays no other. A failing platform rests. */
export const SENDING_CONVERSIONS: readonly BackgroundTask[] = PLATFORMS.filter(
  (platform) => SENDERS[platform] !== undefined,
).map((platform) => ({
  kind: `conversions, ${platform}`,
  nextTime: (company) => nextTimeOf(company, platform),
  run: async (company, env) => {
    if ((nextTimeOf(company, platform) ?? Infinity) <= Date.now()) await sendBatch(company, env, platform);
  },
}));

/** Returns when conversions are sent to a platform next. */
function nextTimeOf(company: CompanyContext, platform: Platform): number | undefined {
  const { isEnabled, restUntil } = platformsOf(company).of(platform);
  const due = isEnabled ? nextDueTime(company.database, platform) : undefined;
  return due === undefined ? undefined : Math.max(due, restUntil);
}

async function sendBatch(company: CompanyContext, env: CoreEnv, platform: Platform): Promise<void> {
  const sender = SENDERS[platform];
  const record = platformsOf(company).of(platform);
  if (sender === undefined) return;
  // First, since conversions count as sent once they are taken for Analytics.
  const opened = await openAccess(company, env, record);
  if (!('access' in opened)) {
    const { fault: detail, askedWaitMs } = opened;
    commitBy(company, (context) => recordFailure(context, platform, { detail, askedWaitMs }));
    return;
  }
  const batch = commitBatch(company, platform, sender);
  if (batch.length === 0) return;
  const { access } = opened;
  const conversions = batch.map(({ conversion }) => conversion);
  const answer = await exchange(requestOf(sender, conversions, access));
  if (answer?.status === 401) tokensOf(company).forget();
  commitBy(company, (context) => recordBatch(context, { platform, sender, batch, access, answer }));
}

/** Takes the next conversions, in a transaction that skips those that may not go out any more. */
function commitBatch(company: CompanyContext, platform: Platform, sender: Sender): Batch {
  return commitBy(company, (context) => {
    const found = dueConversions(context.database, platform, {
      now: context.now,
      limit: sender.mostTogether,
    });
    // Conversions that spoiled a request together go in smaller requests.
    const together = Math.min(sender.mostTogether, ...found.map((row) => row.together));
    const batch: { row: ConversionRecord; conversion: Conversion }[] = [];
    for (const row of found) {
      if (batch.length >= together) break;
      const { conversion, reason } = lookAt(context, row);
      if (conversion !== null) batch.push({ row, conversion });
      else {
        const skipped = { status: 'skipped', reason, dueTime: null, changedTime: context.now } as const;
        updateConversion(context.database, { ...row, ...skipped });
      }
    }
    if (!sender.isRepeatable) claim(context, batch);
    else noteValues(context, batch);
    return batch;
  });
}

/** Records what became of a batch. */
function recordBatch(
  context: WriteContext,
  sent: { platform: Platform; sender: Sender; batch: Batch; access: Access; answer: Exchange | undefined },
): void {
  const { platform, sender, batch, access, answer } = sent;
  const { label } = FACTS[platform];
  const meaning: Meaning =
    answer === undefined
      ? { kind: 'later', detail: `${label} did not answer in time.` }
      : sender.meaning(answer, batch.length);
  const safe =
    'detail' in meaning ? { ...meaning, detail: safeDetail(meaning.detail, access.token) } : meaning;
  recordMeaning(context, {
    platform,
    batch,
    meaning: safe,
    claimed: sender.isRepeatable ? 'no' : answer === undefined ? 'unanswered' : 'answered',
  });
  if (safe.kind !== 'later' && safe.kind !== 'unauthorized') return;
  recordFailure(context, platform, { detail: safe.detail, askedWaitMs: answer?.askedWaitMs ?? 0 });
}

function commitBy<Result>(company: CompanyContext, change: (context: WriteContext) => Result): Result {
  return commit(company, contextOfActor(company, ACTOR), change);
}
