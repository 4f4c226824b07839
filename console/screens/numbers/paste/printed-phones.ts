/**
 * Numbers of branches on the site. The phone of a branch usually rings there and is printed on the branch's pages, so it
 * becomes a printed number of that branch: its visitors see the tracking number instead. Pure.
 */
import { MAX_TARGETS, numbersOf } from '../../../../worker/dni/pure/number-entries.ts';
import type { DniSettings, DniTarget } from '../../draft/dni-settings.ts';

/** What becomes of the numbers on the site. */
export interface PrintedPhones {
  /** The printed numbers that are new, with their branches. */
  targets: readonly DniTarget[];
  /** Numbers of several branches: none of them can be said to be the branch's own. */
  shared: readonly string[];
  /** How many are left out because the settings hold no more. */
  left: number;
}

/**
 * Finds the printed numbers to add. A number that the company prints already stays as it is, and a tracking number is none.
 * @param phones the numbers on the site of the branches, in E.164
 */
export function printedPhones(settings: DniSettings, phones: readonly Required<DniTarget>[]): PrintedPhones {
  const known = new Set([
    settings.default_number,
    ...settings.targets.map(({ number }) => number),
    ...settings.numbers.flatMap(numbersOf),
  ]);
  const branches = Map.groupBy(phones, ({ number }) => number);
  const shared: string[] = [];
  const targets: DniTarget[] = [];
  for (const [number, [first, ...others]] of branches) {
    if (first === undefined || known.has(number)) continue;
    const isShared = others.some(({ location_id: id }) => id !== first.location_id);
    if (isShared) shared.push(number);
    else targets.push(first);
  }
  const room = Math.max(0, MAX_TARGETS - present(settings).length);
  return { targets: targets.slice(0, room), shared, left: Math.max(0, targets.length - room) };
}

/** Returns the settings with more printed numbers. The company's own number stays one. */
export function withTargets(settings: DniSettings, targets: readonly DniTarget[]): DniSettings {
  return targets.length === 0 ? settings : { ...settings, targets: [...present(settings), ...targets] };
}

/** Returns the printed numbers: without any in the settings, the company's own number is the only one. */
function present({ targets, default_number: number }: DniSettings): readonly DniTarget[] {
  return targets.length > 0 || number === '' ? targets : [{ number }];
}
