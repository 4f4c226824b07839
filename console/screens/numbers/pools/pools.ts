/** Requests the published pools, and describes their load and the advised size in sentences. */
import type { ExplainedPoolBody, PoolsBody } from '../../../../worker/edge/settings/answer-schema.ts';
import { type Shown, useResource } from '../../../api/resource.ts';
import { formatHour } from '../../../formats/english.ts';
import { place } from '../../../address/router.ts';
import {
  formatCount,
  formatDay,
  formatMoment,
  formatPhone,
  plural,
} from '../../../components/text/values.tsx';

/** The parameter of the URL that names the pool whose advice is asked for. */
export const ADVICE = 'advice';

/** Returns the published pools with their state. */
export function usePools(): Shown<PoolsBody> {
  return useResource<PoolsBody>(`/dni/api/companies/${place.value.company}/pools`);
}

type Leak = NonNullable<ExplainedPoolBody['leaks']>[number];

/** Describes how many numbers are free. */
export function freeText({ numbers, free }: ExplainedPoolBody): string {
  if (free === null) return 'The pool does not answer at the moment.';
  return `${free} of ${plural(numbers, 'number')} ${free === 1 ? 'is' : 'are'} free now.`;
}

/** Describes the measured load, the expected overflows and the advised size. */
export function loadTexts({ numbers, load }: ExplainedPoolBody): string[] {
  if (load === null) return [];
  const { leases, overflows, busiest_hour: busiest, advised_numbers: advised } = load;
  const visitors = leases + overflows;
  if (visitors === 0) return ['No visitor got a number of this pool in the last 14 days.'];
  const measured = `In the last 14 days, ${formatCount(overflows)} of ${plural(visitors, 'visitor')} found all numbers leased (${percent(overflows / visitors)}).`;
  if (busiest === null) return [measured, 'There were too few visitors for advice.'];
  const { time, erlangs, predicted_overflow: predicted } = busiest;
  return [
    measured,
    `In the busiest hour (${formatMoment(new Date(time))}), visitors needed ${erlangs.toFixed(1)} numbers at a time. With ${plural(numbers, 'number')}, ${percent(predicted)} of them see the overflow number.`,
    advised === null
      ? 'No pool has enough numbers for that: divide the visits by source or location.'
      : adviceText(numbers, advised),
  ];
}

/** Describes the risk that a late call counts for somebody else's visit. */
export function lateTexts({ late_calls: late, hold_minutes: hold, load }: ExplainedPoolBody): string[] {
  // With few visitors the expectation says little.
  if (late === null || !load?.busiest_hour) return [];
  return [
    `${percent(late.after_hold)} of calls are expected later than ${plural(hold, 'minute')} after the visit, and ${percent(late.taken)} when somebody else has the number. More numbers or a longer hold lower the second figure.`,
  ];
}

/** Describes why a number is thought to be known elsewhere. */
export function leakText({ kind, number, count, last_at: last, page }: Leak): string {
  const phone = formatPhone(number);
  const when = formatMoment(new Date(last));
  switch (kind) {
    case 'call_without_lease':
      return `${phone} was called ${count === 1 ? 'once' : `${count} times`} although nobody had leased it in the 24 hours before, last ${when}. It may be printed or saved somewhere.`;
    case 'many_first_callers':
      return `${count} people called ${phone} for the first time during one visit, last ${when}. A cached or copied page may show it to everybody.`;
    default:
      return `${phone} is printed in the HTML of ${page ?? 'a page'}, by the check of ${when}. Print your own number there instead.`;
  }
}

/** Adds up the hours of each day, or of each hour of the day, in the browser's zone. */
export function hoursBy(
  hours: ExplainedPoolBody['hours'],
  unit: 'day' | 'hour',
): { label: string; issued: number; called: number; overflowed: number }[] {
  const groups = Map.groupBy(hours, ({ time }) => {
    const date = new Date(time);
    return unit === 'day' ? new Date(date).setHours(0, 0, 0, 0) : date.getHours();
  });
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([key, group]) => ({
      label: unit === 'day' ? formatDay(new Date(key)) : formatHour(key),
      issued: sumOf(group, 'issued'),
      called: sumOf(group, 'called'),
      overflowed: sumOf(group, 'overflowed'),
    }));
}

function sumOf(hours: ExplainedPoolBody['hours'], member: 'issued' | 'called' | 'overflowed'): number {
  return hours.reduce((sum, hour) => sum + hour[member], 0);
}

function adviceText(numbers: number, advised: number): string {
  if (advised > numbers) return `With ${plural(advised, 'number')} it would be at most 1%.`;
  return advised === numbers
    ? 'That is enough.'
    : `That is enough: ${plural(advised, 'number')} would keep it at 1%.`;
}

function percent(share: number): string {
  const rounded = Math.round(share * 1_000) / 10;
  return `${rounded === 0 && share > 0 ? 'under 0.1' : rounded}%`;
}
