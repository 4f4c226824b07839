/** Shows the outcome of a call as a color and a word. */
import type { VNode } from 'preact';
import { type Call, OUTCOME_NAMES, type OutcomeName, outcomeOf } from './call.ts';
import { isTurnedAway } from './actions/spam.ts';

/** Good: the call was answered. Bad: it was missed. */
const KINDS: Partial<Record<OutcomeName, 'good' | 'bad' | 'now'>> = {
  answered: 'good',
  missed: 'bad',
  abandoned: 'bad',
  busy: 'bad',
  voicemail: 'bad',
  in_progress: 'now',
};

/** Words for the outcomes of outgoing calls that differ. */
const OUTGOING_NAMES: Readonly<Record<string, string>> = {
  missed: 'No answer',
  abandoned: 'Hung up',
};

export function OutcomeChip({ call }: { call: Call }): VNode {
  const outcome = outcomeOf(call);
  return (
    <span class="chip">
      <span class={`dot ${KINDS[outcome] ?? ''}`} />
      <span>{outcomeName(call)}</span>
    </span>
  );
}

/** Returns the outcome of a call in words. */
function outcomeName(call: Pick<Call, 'outcome' | 'direction' | 'menu' | 'spam'>): string {
  const outcome = outcomeOf(call);
  if (isTurnedAway(call)) return 'Turned away as spam';
  if (outcome === 'abandoned' && call.menu?.led_to === null) return 'Hung up in the menu';
  return (call.direction === 'outbound' ? OUTGOING_NAMES[outcome] : undefined) ?? OUTCOME_NAMES[outcome];
}
