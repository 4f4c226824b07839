/**
 * Decides what visitors would see under unpublished settings, with the code that decides at the edge. It is loaded with
 * its tables when a preview is opened. Pure.
 */
import type { DniSettings as CheckedSettings } from '../../../worker/dni/schema.ts';
import { chooseSwaps } from '../../../worker/edge/lookup/choice/choose-number.ts';
import { zoneOfCompany } from '../../../worker/dni/pure/location-zones.ts';
import { CompiledSettings } from '../../../worker/edge/lookup/choice/compiled-settings.ts';
import { explainVisit } from '../../../worker/edge/lookup/choice/explanation.ts';
import { namedPlace, type PlaceFault } from '../../../worker/edge/lookup/place/named-place.ts';
import type { Place } from '../../../worker/edge/lookup/place/place.ts';
import { classifyVisit } from '../../../worker/edge/lookup/source/source.ts';
import type { DniLocation, DniSettings } from '../draft/dni-settings.ts';
import type { TestVisit } from '../draft/visits/rehearsal.ts';
import type { Explanation } from './explanation.ts';

/** Decides under one version of the settings. A change needs a new decider. */
export class Decider {
  readonly compiled: CompiledSettings;

  /** @param zone the chosen zone of the company; null for none */
  constructor(settings: DniSettings, zone: string | null) {
    // A decision does not depend on the version.
    this.compiled = new CompiledSettings('', {
      version: 0,
      settings: asSaved(settings),
      zone: zoneOfCompany(zone, settings),
    });
  }

  /**
   * Returns the answer for a visit and the reasons, as `GET /dni/preview` does.
   * @param here the place of the visitor if the visit names none
   * @param now milliseconds since the epoch
   */
  explain(
    visit: TestVisit & { keys?: string; domain?: string },
    here: Explanation['place'],
    now: number,
  ): Explanation | PlaceFault {
    const place = namedPlace(visit) ?? placeFrom(here);
    if (place !== undefined && 'code' in place) return place;
    const { sources, domains } = this.compiled.settings;
    const { url, referrer } = visit;
    const report = { ...visit, url: addressOf(url), referrer: addressOf(referrer) };
    const source = classifyVisit(report, sources, domains);
    const { decision, explanation } = explainVisit(this.compiled, { place, source }, now);
    const question = { source: decision.source, locationId: decision.location_id ?? undefined };
    return {
      ...explanation,
      source: { ...explanation.source, evidence: { ...explanation.source.evidence } },
      page: { swaps: chooseSwaps(this.compiled, question) },
    };
  }
}

/** Returns a typed address with its scheme: `acme.com/?gclid=1` is one, too. */
function addressOf(text: string | undefined): string | undefined {
  return text === undefined || text === '' || /^[a-z-]+:/i.test(text) ? text : `https://${text}`;
}

/** Returns the settings as the API would save them, with its defaults and normalized codes. */
function asSaved(settings: DniSettings): CheckedSettings {
  const { targets, default_number: number } = settings;
  return {
    ...settings,
    domains: settings.domains.map((domain) => domain.trim().toLowerCase().replace(/\.$/, '')),
    targets: targets.length > 0 ? targets : [{ number }],
    sources: settings.sources.map(({ name, when }) => ({
      name: name.trim(),
      when: Object.fromEntries(Object.entries(when).map(([member, pattern]) => [member, pattern.trim()])),
    })),
    locations: settings.locations.map(savedLocation),
    numbers: settings.numbers.map(({ source, ...entry }) => ({
      ...entry,
      ...(source === undefined ? {} : { source: source.trim() }),
    })),
  };
}

function savedLocation({
  service_area: area,
  ...location
}: DniLocation): CheckedSettings['locations'][number] {
  return {
    numbers: [],
    users: [],
    extra_params: {},
    ...location,
    name: location.name.trim(),
    hours: location.hours ?? [],
    ...(area === undefined
      ? {}
      : {
          service_area: {
            postal_codes: area.postal_codes.map((code) => code.replaceAll(/[\s-]/g, '').toUpperCase()),
            regions: area.regions.map((region) => region.trim().toUpperCase()),
          },
        }),
  };
}

/** Converts the place that the API found for this browser. */
function placeFrom(here: Explanation['place']): Place | undefined {
  if (here === null) return undefined;
  const { latitude, longitude, found_by: _, ...rest } = here;
  const isSomewhere = latitude !== undefined && longitude !== undefined;
  return { ...rest, ...(isSomewhere ? { coordinates: { latitude, longitude } } : {}), origin: 'network' };
}
