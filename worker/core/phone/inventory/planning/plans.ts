/** Proposes a number near each of several places, such as the branches of a company. Orders nothing. */
import { answerOf, type CarrierMarket, type NumberOnSale, type Wanted } from '../markets/carrier-market.ts';
import { MEASURED } from '../searching.ts';
import type { Reach } from './reference.ts';
import type { Plan, PlannedPlace } from './schema.ts';

/** Numbers that are asked for at each place: enough when all places of a plan are in one city. */
const WANTED = 30;
/** Numbers that each place may choose from. */
const CHOICES = 5;

/** What a place may have. */
interface PlaceNumbers {
  place: PlannedPlace;
  /** Null if nothing is sold. */
  reach: Reach | null;
  /** The first is proposed. */
  numbers: NumberOnSale[];
}

/**
 * Asks the market for numbers near each place; where it sells none, for farther ones. A number is proposed for one place.
 * @throws Problem those of `answerOf`
 */
export async function planNumbers(
  market: CarrierMarket,
  { places, except }: Pick<Plan, 'places' | 'except'>,
): Promise<PlaceNumbers[]> {
  const taken = new Set(except);
  // The nearest first, for all places at once. Then each place takes its number, in their order.
  const nearest = await Promise.all(places.map(async (place) => search(market, place, 0)));
  const found: PlaceNumbers[] = [];
  for (const [index, place] of places.entries()) {
    const numbers = await take(market, { place, nearest: nearest[index] ?? [], taken });
    found.push(numbers);
  }
  return found;
}

async function take(
  market: CarrierMarket,
  { place, nearest, taken }: { place: PlannedPlace; nearest: readonly NumberOnSale[]; taken: Set<string> },
): Promise<PlaceNumbers> {
  const steps = stepsOf(place);
  for (const [step, [reach]] of steps.entries()) {
    const sold = step === 0 ? nearest : await search(market, place, step);
    const numbers = sold.filter(({ number }) => !taken.has(number)).slice(0, CHOICES);
    const [first] = numbers;
    if (first === undefined) continue;
    taken.add(first.number);
    return { place, reach, numbers };
  }
  return { place, reach: null, numbers: [] };
}

async function search(market: CarrierMarket, place: PlannedPlace, step: number): Promise<NumberOnSale[]> {
  const [, where] = stepsOf(place)[step] ?? [];
  const { country } = place;
  return answerOf(await market.search({ country, type: 'local', limit: WANTED, ...where }));
}

/** Returns where numbers for a place are looked for, the nearest first. */
function stepsOf({ country, latitude, longitude, city, state }: PlannedPlace): [Reach, Partial<Wanted>][] {
  const isMeasured = MEASURED.has(country);
  const near = { latitude: String(latitude), longitude: String(longitude), city, region: state };
  const steps: [isUsed: boolean, Reach, Partial<Wanted>][] = [
    [isMeasured, 'near', { near }],
    [!isMeasured && city !== '', 'city', { city }],
    [isMeasured && state !== '', 'region', { region: state }],
    [true, 'country', {}],
  ];
  return steps.flatMap(([isUsed, reach, where]) => (isUsed ? [[reach, where]] : []));
}
