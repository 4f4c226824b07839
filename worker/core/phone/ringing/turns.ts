/** Divides the people of a call into turns, by the order of the rules. Pure. */
import type { CallRules } from '../rules/rules.ts';
import type { Person } from './phone-book.ts';

/** Carriers ring at most ten phones at once (Twilio, "Number"). */
const MOST_TOGETHER = 10;

/** Who rings first, by the company's records. It is decided when the call comes in, and holds for the whole call. */
export interface RingPriority {
  /** The user to whom the caller's lead is assigned. */
  ownerId?: string;
  /** Whose turn it is, first first: keys of people (`keyOf`). */
  order?: readonly string[];
}

/** Returns the key of a person in an order: the user, else the number. */
export function keyOf({ userId, number }: Person): string {
  return userId ?? number;
}

/**
 * Divides people into turns.
 * @param people in the order of the rules
 */
export function turnsBy(
  order: CallRules['order'],
  people: readonly Person[],
  { ownerId, order: keys = [] }: RingPriority,
): Person[][] {
  switch (order) {
    case 'in_turn':
      return inChunks(people, 1);
    case 'owner_first': {
      const owner = people.filter(({ userId }) => userId !== undefined && userId === ownerId);
      const others = people.filter((person) => !owner.includes(person));
      return [...inChunks(owner, MOST_TOGETHER), ...inChunks(others, MOST_TOGETHER)];
    }
    case 'round_robin':
    case 'least_recent': {
      const places = new Map(keys.map((key, place) => [key, place]));
      const placeOf = (person: Person): number => places.get(keyOf(person)) ?? keys.length;
      return inChunks(
        people.toSorted((left, right) => placeOf(left) - placeOf(right)),
        1,
      );
    }
    default:
      return inChunks(people, MOST_TOGETHER);
  }
}

function inChunks(people: readonly Person[], size: number): Person[][] {
  return Array.from({ length: Math.ceil(people.length / size) }, (_, index) =>
    people.slice(index * size, (index + 1) * size),
  );
}

const ORDER_TEXTS: Readonly<Record<CallRules['order'], string>> = {
  together: 'together',
  in_turn: 'one after the other',
  owner_first: 'together: nobody to ring owns the lead',
  round_robin: 'one after the other, beginning with whoever began longest ago',
  least_recent: 'one after the other, beginning with whoever rang longest ago',
};

/** Returns an order in words. */
export function orderText(
  order: CallRules['order'],
  people: readonly Person[],
  { ownerId }: RingPriority,
): string {
  const hasOwner = ownerId !== undefined && people.some(({ userId }) => userId === ownerId);
  return order === 'owner_first' && hasOwner
    ? 'the owner of the lead first, then the others together'
    : ORDER_TEXTS[order];
}
