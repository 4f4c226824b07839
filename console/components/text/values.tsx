/** Formats times, phone numbers, counts and states. */
import type { VNode } from 'preact';
import type { LeadState } from '../../api/company.ts';
import { formatAgo, formatClock, formatDay, formatMoment } from '../../formats/english.ts';
import { formatCount } from '../../../worker/core/reports/words/counts.ts';
import { formatPhone } from '../../formats/phone.ts';

export { formatClock, formatCount, formatDay, formatMoment, formatPhone };

/** Returns a count with its noun in the singular or plural. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A moment: how long ago, or the date after a week. The tooltip has the exact time. */
export function When({ time }: { time: string | number }): VNode {
  const date = new Date(time);
  return (
    <time class="nowrap" dateTime={date.toISOString()} title={formatMoment(date)}>
      {formatAgo(date, Date.now())}
    </time>
  );
}

/** A state: its colour with its name, since colour alone is not accessible. */
export function StateChip({
  state,
  states,
}: {
  state: string;
  states: readonly LeadState[] | undefined;
}): VNode {
  const found = states?.find(({ name }) => name === state);
  return (
    <span class="chip">
      <span class="dot" style={found && { background: found.color }} />
      <span>{found?.label ?? state}</span>
    </span>
  );
}
