/** Requests the published pools, and describes their load and the advised size in sentences. */
import type { ExplainedPoolBody, PoolsBody } from '../../../../worker/edge/settings/answer-schema.ts';
import { type Shown, useResource } from '../../../api/resource.ts';
import { place } from '../../../address/router.ts';
import { formatCount, formatMoment, plural } from '../../../components/text/values.tsx';

/** Returns the published pools with their state. */
export function usePools(): Shown<PoolsBody> {
  return useResource<PoolsBody>(`/dni/api/companies/${place.value.company}/pools`);
}

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
  if (visitors === 0) return ['No visitor has leased a number in the last 14 days.'];
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

function adviceText(numbers: number, advised: number): string {
  if (advised > numbers) return `With ${plural(advised, 'number')} it would be at most 1 %.`;
  return advised === numbers
    ? 'That is enough.'
    : `That is enough: ${plural(advised, 'number')} would keep it at 1 %.`;
}

function percent(share: number): string {
  const rounded = Math.round(share * 1_000) / 10;
  return `${rounded === 0 && share > 0 ? 'under 0.1' : rounded} %`;
}
