/** Shows the outcome of a call as a color and a word. */
import type { VNode } from 'preact';
import { type Call, type OutcomeName, outcomeName, outcomeOf } from './call.ts';

/** Good: the call was answered. Bad: it was missed. */
const KINDS: Partial<Record<OutcomeName, 'good' | 'bad' | 'now'>> = {
  answered: 'good',
  missed: 'bad',
  abandoned: 'bad',
  busy: 'bad',
  voicemail: 'bad',
  in_progress: 'now',
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
