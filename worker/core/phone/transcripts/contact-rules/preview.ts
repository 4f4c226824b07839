/** Tries a rule on the calls of the last 30 days. */
import type { RequestContext } from '../../../engine/context/request-context.ts';
import { writeMoment } from '../../../engine/times/moments.ts';
import { pause } from '../../../engine/work/pauses.ts';
import { CALLS } from '../../calls/call-store.ts';
import type { CallRecord } from '../../calls/schema.ts';
import { asksForWords, fits, type Place, placeIn } from './conditions.ts';
import type { PhraseIndex } from './phrase-index.ts';
import type { RulePreviewBody } from './reference.ts';
import { indexOfPhrases } from './rules.ts';
import { factsOf, passagesOf } from './running.ts';
import type { RuleConditions } from './schema.ts';

const REACH_MS = 30 * 24 * 60 * 60_000;
/** Calls, and characters of what was said, in one step, between which other requests of the company run. */
const STEP = 200;
const STEP_CHARACTERS = 200_000;
/** Most of both that a preview looks at, newest first; the answer says whether these were all. */
const MOST_CALLS = 20_000;
const MOST_CHARACTERS = 20_000_000;
const MOST_EXAMPLES = 10;

/** Counts the calls that a rule would have applied to, and lists the newest of them. @throws Problem those of `indexOfPhrases` */
export async function previewContactRule(
  context: RequestContext,
  when: RuleConditions,
): Promise<RulePreviewBody> {
  const trial = new Trial(context, when);
  const since = context.now - REACH_MS;
  let after = { time: Number.MAX_SAFE_INTEGER, number: Number.MAX_SAFE_INTEGER };
  let isComplete = false;
  while (!isComplete && trial.hasRoom()) {
    const page = CALLS.before(context.database, { since, ...after, limit: STEP });
    for (const { record, time, rowNumber } of page) {
      if (!trial.hasRoom()) break;
      trial.look(record);
      after = { time, number: rowNumber };
      if (trial.isStepOver()) await pause();
    }
    isComplete = page.length < STEP && trial.hasRoom();
    if (!isComplete) await pause();
  }
  return {
    from: writeMoment(since),
    to: writeMoment(context.now),
    is_complete: isComplete,
    call_count: trial.calls,
    transcript_count: trial.transcripts,
    match_count: trial.matches,
    newest: trial.newest,
  };
}

/** What was found so far. */
class Trial {
  calls = 0;
  transcripts = 0;
  matches = 0;
  readonly newest: RulePreviewBody['newest'] = [];
  readonly #context: RequestContext;
  readonly #when: RuleConditions;
  readonly #index: PhraseIndex;
  #characters = 0;
  #stepCharacters = 0;

  constructor(context: RequestContext, when: RuleConditions) {
    this.#context = context;
    this.#when = when;
    this.#index = indexOfPhrases([{ when }]);
  }

  hasRoom(): boolean {
    return this.calls < MOST_CALLS && this.#characters < MOST_CHARACTERS;
  }

  /** Tells whether others should have their turn, once for each step. */
  isStepOver(): boolean {
    if (this.#stepCharacters < STEP_CHARACTERS) return false;
    this.#stepCharacters = 0;
    return true;
  }

  /** Tries the rule on a call that has ended. */
  look(call: CallRecord): void {
    const facts = factsOf(call);
    if (facts === undefined) return;
    this.calls += 1;
    const place = fits(this.#when, facts) ? this.#place(call) : undefined;
    if (place === undefined) return;
    this.matches += 1;
    if (this.newest.length >= MOST_EXAMPLES) return;
    this.newest.push({ call_id: call.callId, time: writeMoment(call.startedTime), ...place });
  }

  #place({ callId }: CallRecord): Place | undefined {
    if (!asksForWords(this.#when)) return placeIn(this.#when, undefined);
    const passages = passagesOf(this.#context.database, callId);
    if (passages === undefined) return undefined;
    this.transcripts += 1;
    const characters = passages.reduce((sum, { text }) => sum + text.length, 0);
    this.#characters += characters;
    this.#stepCharacters += characters;
    return placeIn(this.#when, this.#index.find(passages));
  }
}
