/** The settings prepared for lookups, so that nothing is calculated for each request. Pure. */
import { CHANNELS } from '../../../dni/pure/channels.ts';
import { isOwnHost } from '../../../dni/pure/domains.ts';
import { withZone, zoneOfCompany } from '../../../dni/pure/location-zones.ts';
import { type OpeningTimes, openingTimesOf, type SpecialDay } from '../../../dni/pure/opening-times.ts';
import { isPool, numbersOf } from '../../../dni/pure/number-entries.ts';
import type { DniLocation, DniSettings, VersionedDniSettings } from '../../../dni/schema.ts';
import { type Coordinates, type SpherePoint, spherePoint } from '../../../dni/pure/distance.ts';
import { NumberTable } from './choose-number.ts';
import { parameterNames } from '../source/source-rules.ts';
import { OpenLocations } from './open-locations.ts';

/** A location prepared for choices, with its index in the settings. */
export class CompiledLocation {
  readonly location: DniLocation;
  /** The location's time zone, else the company's. */
  readonly timezone: string;
  readonly index: number;
  readonly coordinates: Coordinates;
  readonly point: SpherePoint;
  /** Prefixes of the postal codes that it serves, and regions. */
  readonly postalCodes: ReadonlySet<string>;
  readonly regions: ReadonlySet<string>;
  readonly #specialDays: readonly SpecialDay[];
  #openingTimes: OpeningTimes | undefined;

  /**
   * @param specialDays of all locations
   * @param zone of a location without one
   */
  constructor(
    location: DniLocation,
    index: number,
    { specialDays = [], zone = '' }: { specialDays?: readonly SpecialDay[] | undefined; zone?: string } = {},
  ) {
    this.location = location;
    this.timezone = location.timezone || zone;
    this.index = index;
    this.#specialDays = specialDays;
    this.coordinates = { latitude: Number(location.latitude), longitude: Number(location.longitude) };
    this.point = spherePoint(this.coordinates);
    this.postalCodes = new Set(location.service_area?.postal_codes);
    this.regions = new Set(location.service_area?.regions);
  }

  /** Calculated on first use, since most companies do not prefer open locations. */
  get openingTimes(): OpeningTimes {
    this.#openingTimes ??= openingTimesOf(withZone(this.location, this.timezone), this.#specialDays);
    return this.#openingTimes;
  }
}

export class CompiledSettings {
  readonly companyId: string;
  readonly version: number;
  /** The company's zone as it was published. */
  readonly zone: string | undefined;
  readonly settings: DniSettings;
  readonly locations: readonly CompiledLocation[];
  readonly locationsById: ReadonlyMap<string, DniLocation>;
  /** `default_location_id`, else the first location; undefined when the company has none. */
  readonly defaultLocation: DniLocation | undefined;
  readonly numbers: NumberTable;
  /** Whether some visits lease their number from a pool. */
  readonly hasPools: boolean;
  /** The numbers of all pools. */
  readonly pooled: ReadonlySet<string>;
  /** All numbers that an answer may contain. */
  readonly phoneNumbers: ReadonlySet<string>;
  /** Names that a visit's source may have: the channels and the company's own rules. */
  readonly sourceNames: ReadonlySet<string>;
  /** Names of the parameters that the company's sources ask for. */
  readonly parameterNames: readonly string[];
  readonly openLocations = new OpenLocations();
  readonly #domains: ReadonlySet<string>;
  /** Locations by served region or postal code prefix, in the order of the settings. */
  readonly #servers = new Map<string, CompiledLocation[]>();

  constructor(companyId: string, { version, settings, zone }: VersionedDniSettings) {
    this.companyId = companyId;
    this.version = version;
    this.zone = zone;
    this.settings = settings;
    const days = { specialDays: settings.special_hours, zone: zone ?? zoneOfCompany(null, settings) };
    this.locations = settings.locations.map((location, index) => new CompiledLocation(location, index, days));
    this.locationsById = new Map(settings.locations.map((location) => [location.location_id, location]));
    this.defaultLocation =
      this.locationsById.get(settings.default_location_id ?? '') ?? settings.locations[0];
    this.numbers = new NumberTable(settings);
    this.hasPools = settings.visits && settings.numbers.some(isPool);
    this.pooled = new Set(settings.numbers.filter(isPool).flatMap(({ phone_numbers: numbers }) => numbers));
    this.phoneNumbers = new Set([settings.default_number, ...settings.numbers.flatMap(numbersOf)]);
    this.sourceNames = new Set([...CHANNELS, ...settings.sources.map((rule) => rule.name)]);
    this.parameterNames = parameterNames(settings.sources);
    this.#domains = new Set(settings.domains);
    for (const item of this.locations) {
      for (const area of [...item.postalCodes, ...item.regions]) {
        const others = this.#servers.get(area);
        if (others === undefined) this.#servers.set(area, [item]);
        else others.push(item);
      }
    }
  }

  /**
   * Returns the locations whose service areas contain one of these, in the order of the settings.
   * @param areas prefixes of a postal code (without `-`), or a region (with `-`)
   */
  serving(areas: readonly string[]): readonly CompiledLocation[] {
    if (this.#servers.size === 0) return [];
    const found = areas.flatMap((area) => this.#servers.get(area) ?? []);
    return found.length < 2 ? found : [...new Set(found)].sort((a, b) => a.index - b.index);
  }

  /** Tells whether a site belongs to the company, see `isOwnHost`. */
  isOwnSite(host: string): boolean {
    return isOwnHost(host, this.#domains);
  }
}
