/** Finds cities by name in the table of a country (build/world-cities.ts). Pure. */
import { comparableCity } from './city-names.ts';
import type { Degrees } from './coordinates.ts';
import type { BranchAddress, FoundPlace } from './branch-address.ts';

/** The table of a country as it is served. All lists have the order of the names. */
export interface CountryCities {
  /** The names of its regions, each with what else they are called: `Bavaria|Bayern`; '' for one without a name. */
  regions: string[];
  /** A line for each city: its name, and others as they are compared. `Copenhagen|kobenhavn|kopenhagen`. */
  names: string;
  /** In hundredths of degrees. */
  latitudes: number[];
  longitudes: number[];
  /** Indexes of `regions`. */
  regionOf: number[];
  /** In hundreds. */
  people: number[];
}

/** A city that has the name that was looked for. */
export interface FoundCity {
  name: string;
  /** The name of its region; '' if it has none. */
  region: string;
  degrees: Degrees;
}

interface Candidate {
  index: number;
  /** How many people would mean it, in hundreds. */
  weight: number;
}

/** A city with so many times the people of each namesake is meant: Marseille, not Marseille-en-Beauvaisis. */
const BY_FAR = 10;
/** Namesakes so close, in hundredths of degrees, are one city. */
const SAME = 10;
/** Choices that a sentence names. */
const CHOICES = 6;
/** How somebody gets coordinates where no table has the place. */
const COORDINATES = 'enter coordinates: in Google Maps, a right click on the building shows them.';

/** Finds cities in one country. */
export class CityFinder {
  readonly #country: string;
  readonly #table: CountryCities;
  readonly #names: readonly string[];
  readonly #byName = new Map<string, number[]>();
  readonly #regions: readonly (readonly string[])[];

  /** @param country its English name */
  constructor(country: string, table: CountryCities) {
    this.#country = country;
    this.#table = table;
    this.#names = table.names.split('\n').map((line) => line.split('|', 1)[0] ?? '');
    this.#regions = table.regions.map((names) => names.split('|').map(comparableCity));
    table.names.split('\n').forEach((line, index) => {
      const [name = '', ...others] = line.split('|');
      for (const compared of [comparableCity(name), ...others]) {
        this.#byName.set(compared, [...(this.#byName.get(compared) ?? []), index]);
      }
    });
  }

  /**
   * Finds the cities that a name may mean: none, one, or several that only the user can tell apart.
   * @param state the name of the region, in which the city is looked for if the table knows it; may be ''
   */
  find(city: string, state: string): FoundCity[] {
    const name = comparableCity(city);
    // `Aarhus C` and `Dublin 2` are parts of Aarhus and Dublin.
    const all = this.#byName.get(name) ?? this.#byName.get(name.replace(/ (?:\w{1,2}|\d+)$/, '')) ?? [];
    const region = this.#regions.findIndex((names) => names.includes(comparableCity(state)));
    const there = all.filter((index) => this.#table.regionOf[index] === region);
    // A state that is none of its regions says nothing: the name of the city may be the only one.
    return this.#meant(there.length > 0 ? there : all, name).map((index) => this.#cityAt(index));
  }

  /** Returns the cities one of whose names begins with a text, those of the most people first. */
  startingWith(text: string, most: number): FoundCity[] {
    const start = comparableCity(text);
    const indexes = [...this.#byName].flatMap(([name, all]) => (name.startsWith(start) ? all : []));
    return [...new Set(indexes)]
      .toSorted((one, other) => (this.#table.people[other] ?? 0) - (this.#table.people[one] ?? 0))
      .slice(0, most)
      .map((index) => this.#cityAt(index));
  }

  /** Returns the middle of a branch's city, if only one is meant. */
  placeOf({ city, state }: BranchAddress): FoundPlace | undefined {
    const [found, ...others] = city === '' ? [] : this.find(city, state);
    if (found === undefined || others.length > 0) return undefined;
    return { degrees: found.degrees, from: withRegion(found), kind: 'city' };
  }

  /** Says why a branch has no place, and what to do. */
  whyUnknown({ city, state, postal_code: code, address }: BranchAddress): string {
    if (city === '') {
      const why =
        code === ''
          ? `The place of ${address || state} is not known`
          : 'Only postal codes of the US and Canada are known';
      return `${why}. For ${this.#country}, enter the city, or ${COORDINATES}`;
    }
    const choices = [...new Set(this.find(city, state).map(withRegion))];
    const [first] = choices;
    if (first === undefined) {
      return `No city ${city} is known in ${this.#country}. Check the name, or ${COORDINATES}`;
    }
    if (choices.length === 1)
      return `${this.#country} has several cities ${first}. To tell them apart, ${COORDINATES}`;
    const more = choices.length - CHOICES;
    const listed = choices.slice(0, CHOICES).join('; ') + (more > 0 ? `; and ${more} more` : '');
    return `${this.#country} has several cities ${city}: ${listed}. Write the full name, or the region as the state, or ${COORDINATES}`;
  }

  /** Leaves out small namesakes, and parts of the same city. */
  #meant(indexes: readonly number[], name: string): number[] {
    const people = (index: number): number => this.#table.people[index] ?? 0;
    const candidates = indexes
      .map((index): Candidate => {
        // What is usually called otherwise is meant less often.
        const isItsName = comparableCity(this.#names[index] ?? '') === name;
        return { index, weight: isItsName ? people(index) : people(index) / 2 };
      })
      .toSorted((one, other) => other.weight - one.weight);
    const [first] = candidates;
    if (first === undefined) return [];
    const others = candidates.filter(({ index, weight }) => {
      return weight * BY_FAR > first.weight && !this.#isSame(index, first.index);
    });
    return [first, ...others.filter(({ index }) => index !== first.index)].map(({ index }) => index);
  }

  #isSame(one: number, other: number): boolean {
    const { latitudes, longitudes } = this.#table;
    const apart = (of: readonly number[]): number => Math.abs((of[one] ?? 0) - (of[other] ?? 0));
    return apart(latitudes) <= SAME && apart(longitudes) <= SAME;
  }

  #cityAt(index: number): FoundCity {
    const { regions, regionOf, latitudes, longitudes } = this.#table;
    const degrees = (of: readonly number[]): string => ((of[index] ?? 0) / 100).toFixed(2);
    return {
      name: this.#names[index] ?? '',
      region: (regions[regionOf[index] ?? 0] ?? '').split('|', 1)[0] ?? '',
      degrees: { latitude: degrees(latitudes), longitude: degrees(longitudes) },
    };
  }
}

/** Names a city with its region, unless these have the same name: `Bergen (Lower Saxony)`. */
export function withRegion({ name, region }: FoundCity): string {
  return region === '' || region === name ? name : `${name} (${region})`;
}
