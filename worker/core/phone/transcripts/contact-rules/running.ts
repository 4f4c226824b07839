/** Runs the rules on calls, in the transaction that ends a call, reports more of it, saves what was said in it, or finds its visit. */
import type { Database } from '../../../engine/storage/database.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import type { NewChange } from '../../../engine/context/stream-schema.ts';
import { attributionOf, isFirstCall } from '../../calls/call-bodies.ts';
import { CALLS } from '../../calls/call-store.ts';
import type { OfLead } from '../../calls/contact-table.ts';
import { resultOf } from '../../calls/results.ts';
import type { CallRecord } from '../../calls/schema.ts';
import { setRemarks } from '../../progress/calls.ts';
import { findTranscript } from '../transcripts.ts';
import { type CallFacts, fits, placeIn } from './conditions.ts';
import { remarksByRules } from './effects.ts';
import { changeLead } from './lead-effects.ts';
import type { Passage } from './phrase-index.ts';
import { contactRulesOf } from './rules.ts';

/** The changes after which rules run. */
const CAUSES: ReadonlySet<string> = new Set(['call.completed', 'call.changed', 'call.transcribed']);

/** Runs the rules on the calls of these changes. Running them again changes nothing. */
export function runContactRules(context: WriteContext, changes: readonly NewChange[]): void {
  if (contactRulesOf(context).all().length === 0) return;
  // After a remark they do not run: a rule of today is not for calls of last year.
  const caused = changes.filter(({ type, isRemark, data }) => {
    return CAUSES.has(type) && isRemark !== true && data?.['outcome'] !== null;
  });
  const callIds = new Set(caused.map(({ data }) => data?.['call_id']));
  for (const callId of callIds) {
    const found = typeof callId === 'string' ? CALLS.find(context.database, callId) : undefined;
    if (found !== undefined) runOn(context, found);
  }
}

/** Returns what rules ask of a call; undefined while it goes on. */
export function factsOf(call: CallRecord): CallFacts | undefined {
  const { direction, outcome, number, locationId, report } = call;
  if (outcome === null) return undefined;
  const { talkSeconds, ringSeconds } = resultOf(report);
  const { visit } = attributionOf(call);
  return {
    direction,
    outcome,
    talkSeconds: talkSeconds ?? 0,
    ringSeconds,
    isFirst: isFirstCall(call),
    number,
    locationId,
    source: visit?.source ?? call.source,
    campaign: visit?.campaign ?? null,
  };
}

/** Returns what was said in a call, once all of it is written down. */
export function passagesOf(database: Database, callId: string): readonly Passage[] | undefined {
  const transcript = findTranscript(database, callId);
  return transcript?.state === 'done' ? transcript.segments : undefined;
}

function runOn(context: WriteContext, found: OfLead<CallRecord>): void {
  const { record: call } = found;
  const facts = factsOf(call);
  if (facts === undefined) return;
  const rules = contactRulesOf(context);
  const fitting = rules.all().filter(({ when }) => fits(when, facts));
  const index = rules.index();
  const passages = index && passagesOf(context.database, call.callId);
  const said = passages && index?.find(passages);
  const met = fitting.flatMap((rule) => {
    const place = placeIn(rule.when, said);
    return place === undefined ? [] : { rule, place };
  });
  setRemarks(context, call, remarksByRules(call.remarks, met, changeLead(context, found, met)));
}
