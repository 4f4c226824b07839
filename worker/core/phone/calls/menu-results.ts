/** What reports count of calls that a menu answered. Pure. */
import type { Outcome } from '../../../shared/contact/outcomes.ts';
import { readPlace } from '../rules/menus.ts';
import type { CallReport } from './call-report.ts';

/**
 * Names the keys that the caller pressed: `Main menu: 2 (Branches), then 1 (Austin)`. Of several keys in one menu the last one counts,
 * since the others led nowhere; postal codes are one value. Null if no menu answered.
 */
export function keysInWords({ menu }: CallReport): string | null {
  if (menu === undefined) return null;
  const presses = Object.entries(menu.presses).toSorted(([, left], [, right]) => left.time - right.time);
  const last = new Map(presses.map(([at, press]) => [at.slice(0, at.lastIndexOf('/')), press]));
  const keys = [...last].map(([via, { key, label }]) => {
    if (readPlace(via)?.key !== undefined) return 'a postal code';
    return label === undefined ? key : `${key} (${label})`;
  });
  const [first] = last.values();
  return first === undefined ? 'No key' : `${first.menu}: ${keys.join(', then ')}`;
}

/** Tells whether the caller hung up before the menus had led anywhere. */
export function isLostInMenu({ menu }: CallReport, outcome: Outcome | null): boolean {
  return outcome === 'abandoned' && menu !== undefined && menu.choice === undefined;
}
