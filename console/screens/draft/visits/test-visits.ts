/** Test visits, which each review of a draft tries again. They are stored in this browser, by company. */
import { signal } from '@preact/signals';
import { keptName } from '../../../api/kept-work.ts';
import type { TestVisit } from './rehearsal.ts';
import { previewParameters, type Visit, WAYS } from './visit.ts';

/** The most visits that the API tries at once. */
const MAX_VISITS = 50;

const versions = signal(0);

/** Returns the test visits of the company in the URL. */
export function testVisits(): readonly Visit[] {
  // Subscribes the component to changes.
  void versions.value;
  try {
    return JSON.parse(localStorage.getItem(keptName('visits')) ?? '[]') as Visit[];
  } catch {
    return [];
  }
}

/** Saves a visit, unless it is saved already. */
export function addTestVisit(visit: Visit): void {
  keep([...testVisits().filter((other) => !isSame(other, visit)), visit].slice(-MAX_VISITS));
}

export function removeTestVisit(visit: Visit): void {
  keep(testVisits().filter((other) => !isSame(other, visit)));
}

export function isSame(one: Visit, other: Visit): boolean {
  return visitText(one) === visitText(other);
}

/** Describes a visit: `80302, a Google ad`. */
export function visitText({ zip, at, way, url, referrer }: Visit): string {
  const label = WAYS.find(({ name }) => name === way)?.label ?? way;
  const how = way === 'own' ? [url, referrer].filter((part) => part !== '').join(' from ') : label;
  return `${(at?.city ?? zip) || 'An unknown place'}, ${how}`;
}

/** Converts a visit for the API. @param domain the domain of the site */
export function triedVisit(visit: Visit, domain: string): TestVisit {
  return Object.fromEntries(previewParameters(visit, domain)) as TestVisit;
}

function keep(visits: readonly Visit[]): void {
  localStorage.setItem(keptName('visits'), JSON.stringify(visits));
  versions.value += 1;
}
