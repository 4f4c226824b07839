/** Visits that are tried again before each publishing; kept in this browser, by company. */
import { signal } from '@preact/signals';
import { place } from '../../address/router.ts';
import type { TestVisit } from '../numbers/draft/rehearsal.ts';
import { previewParameters, type Visit, WAYS } from './visit.ts';

const KEPT = 'leadline.visits:';
/** The API tries as many at once. */
const MAX_VISITS = 50;

const versions = signal(0);

/** The visits of the company that the address names. */
export function testVisits(): readonly Visit[] {
  // Read, so that what shows them follows each change.
  void versions.value;
  try {
    return JSON.parse(localStorage.getItem(KEPT + place.value.company) ?? '[]') as Visit[];
  } catch {
    return [];
  }
}

/** Keeps a visit, once. */
export function addTestVisit(visit: Visit): void {
  keep([...testVisits().filter((other) => !isSame(other, visit)), visit].slice(-MAX_VISITS));
}

export function removeTestVisit(visit: Visit): void {
  keep(testVisits().filter((other) => !isSame(other, visit)));
}

export function isSame(one: Visit, other: Visit): boolean {
  return visitText(one) === visitText(other);
}

/** `80302 from a Google ad` */
export function visitText({ zip, way, url, referrer }: Visit): string {
  const label = WAYS.find(({ name }) => name === way)?.label ?? way;
  const how = way === 'own' ? [url, referrer].filter((part) => part !== '').join(' from ') : label;
  return `${zip === '' ? 'An unknown place' : zip}, ${how}`;
}

/** The visit as the API tries it. @param domain where the site is */
export function triedVisit(visit: Visit, domain: string): TestVisit {
  return Object.fromEntries(previewParameters(visit, domain)) as TestVisit;
}

function keep(visits: readonly Visit[]): void {
  localStorage.setItem(KEPT + place.value.company, JSON.stringify(visits));
  versions.value += 1;
}
