/** The settings as the lookup uses them, with what would otherwise be worked out again for each request. Pure. */
import { CHANNELS } from '../dni/channels.ts';
import { isOwnHost } from '../dni/domains.ts';
import { OpeningTimes, WallClock } from '../dni/opening-times.ts';
import type { DniLocation, DniSettings, VersionedDniSettings } from '../dni/schema.ts';
import type { Coordinates } from '../dni/distance.ts';
import { NumberTable } from './number-table.ts';

/** A location, its place in the settings, and what of it is read for a choice. */
export class CompiledLocation {
  readonly location: DniLocation;
  readonly index: number;
  readonly coordinates: Coordinates;
  /** The starts of postal codes that it serves, and the regions. */
  readonly postalCodes: ReadonlySet<string>;
  readonly regions: ReadonlySet<string>;
  #openingTimes: OpeningTimes | undefined;

  constructor(location: DniLocation, index: number) {
    this.location = location;
    this.index = index;
    this.coordinates = { latitude: Number(location.latitude), longitude: Number(location.longitude) };
    this.postalCodes = new Set(location.service_area?.postal_codes);
    this.regions = new Set(location.service_area?.regions);
  }

  /** Worked out when it is first asked for: most companies do not prefer open locations. */
  get openingTimes(): OpeningTimes {
    this.#openingTimes ??= new OpeningTimes(this.location.hours);
    return this.#openingTimes;
  }
}

export class CompiledSettings {
  readonly companyId: string;
  readonly version: number;
  readonly settings: DniSettings;
  readonly locations: readonly CompiledLocation[];
  readonly locationsById: ReadonlyMap<string, DniLocation>;
  /** `default_location_id`, else the first location; undefined when the company has none. */
  readonly defaultLocation: DniLocation | undefined;
  readonly numbers: NumberTable;
  /** Every number that an answer may name. */
  readonly phoneNumbers: ReadonlySet<string>;
  /** Names that a visit's source may have: the channels and the company's own rules. */
  readonly sourceNames: ReadonlySet<string>;
  readonly #domains: ReadonlySet<string>;
  readonly #clocks = new Map<string, WallClock>();

  constructor(companyId: string, { version, settings }: VersionedDniSettings) {
    this.companyId = companyId;
    this.version = version;
    this.settings = settings;
    this.locations = settings.locations.map((location, index) => new CompiledLocation(location, index));
    this.locationsById = new Map(settings.locations.map((location) => [location.location_id, location]));
    this.defaultLocation =
      this.locationsById.get(settings.default_location_id ?? '') ?? settings.locations[0];
    this.numbers = new NumberTable(settings);
    this.phoneNumbers = new Set([
      settings.default_number,
      ...settings.numbers.map((number) => number.phone_number),
    ]);
    this.sourceNames = new Set([...CHANNELS, ...settings.sources.map((rule) => rule.name)]);
    this.#domains = new Set(settings.domains);
  }

  /** Whether a site belongs to the company, see `isOwnHost`. */
  isOwnSite(host: string): boolean {
    return isOwnHost(host, this.#domains);
  }

  /** The wall clock of a location's time zone. */
  clockOf(timezone: string): WallClock {
    const known = this.#clocks.get(timezone);
    if (known !== undefined) return known;
    const clock = new WallClock(timezone);
    this.#clocks.set(timezone, clock);
    return clock;
  }
}
