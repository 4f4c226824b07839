/** A company's numbers by the conditions that they state: a choice looks up each combination of conditions, not each number. Pure. */
import type { DniNumber, DniSettings, DniTarget } from '../../../dni/schema.ts';

/** What numbers may state conditions about. */
export interface NumberQuestion {
  /** Name of the visit's source. */
  source: string;
  /** The chosen location, or undefined when the company has none. */
  locationId: string | undefined;
}

/** Which conditions a number states. */
type Stated = readonly ('source' | 'location' | 'target')[];

/**
 * From the number that states most to the one that states nothing. Among those that state equally many, the one that
 * states what the company prefers comes first, then the one that states the target.
 */
const ORDERS: Readonly<Record<DniSettings['prefer'], readonly Stated[]>> = {
  source: [
    ['source', 'location', 'target'],
    ['source', 'target'],
    ['source', 'location'],
    ['location', 'target'],
    ['source'],
    ['target'],
    ['location'],
    [],
  ],
  location: [
    ['source', 'location', 'target'],
    ['location', 'target'],
    ['source', 'location'],
    ['source', 'target'],
    ['location'],
    ['target'],
    ['source'],
    [],
  ],
};

export class NumberTable {
  readonly #numbers = new Map<string, DniNumber>();
  readonly #order: readonly Stated[];

  constructor({ numbers, prefer }: Pick<DniSettings, 'numbers' | 'prefer'>) {
    this.#order = ORDERS[prefer];
    for (const number of numbers) {
      const key = keyOf(number.source, number.location_id, number.target);
      if (!this.#numbers.has(key)) this.#numbers.set(key, number);
    }
  }

  /**
   * The number for a target: of those whose stated conditions all hold, the one that states most.
   * @returns undefined when no number applies
   */
  choose(question: NumberQuestion, target: DniTarget): DniNumber | undefined {
    const locationId = target.location_id ?? question.locationId;
    for (const stated of this.#order) {
      if (!mayReplace(stated, target)) continue;
      const number = this.#numbers.get(
        keyOf(
          stated.includes('source') ? question.source : undefined,
          stated.includes('location') ? locationId : undefined,
          stated.includes('target') ? target.number : undefined,
        ),
      );
      if (number !== undefined) return number;
    }
    return undefined;
  }
}

/** Whether every condition that the number states holds: what `choose` decides by, for one number. */
export function applies(number: DniNumber, question: NumberQuestion, target: DniTarget): boolean {
  const locationId = target.location_id ?? question.locationId;
  const stated: Stated = [
    ...(number.location_id === undefined ? [] : (['location'] as const)),
    ...(number.target === undefined ? [] : (['target'] as const)),
  ];
  return (
    mayReplace(stated, target) &&
    (number.source ?? question.source) === question.source &&
    (number.location_id ?? locationId) === locationId &&
    (number.target ?? target.number) === target.number
  );
}

/** A branch's own number is only replaced by a number of that branch, or by one that names the target. */
function mayReplace(stated: Stated, target: DniTarget): boolean {
  return target.location_id === undefined || stated.includes('location') || stated.includes('target');
}

/** No id and no number has a blank in it; the source, which may, comes last. */
function keyOf(
  source: string | undefined,
  locationId: string | undefined,
  target: string | undefined,
): string {
  return `${locationId ?? ''} ${target ?? ''} ${source ?? ''}`;
}
