/** What given visits would be answered before and after a change of the settings: decided as for visitors, nothing kept. */
import type { VersionedDniSettings } from '../../dni/schema.ts';
import { parse } from '../../shared/http/input.ts';
import { shownFor } from '../lookup/caches/answers.ts';
import type { Swap } from '../lookup/choice/choose-number.ts';
import { CompiledSettings } from '../lookup/choice/compiled-settings.ts';
import { decide, type Decision } from '../lookup/choice/decision.ts';
import { forcedPlace } from '../lookup/find-place.ts';
import { classifyVisit } from '../lookup/source/source.ts';
import { type Fault, refuseFaults } from '../../shared/http/problems.ts';
import { type TriedVisit, visitsSchema } from './tried-visits.ts';
import { findPostalCode, normalizePostalCode } from '../lookup/place/zip.ts';

/** What a visitor would be shown. */
interface TriedChoice extends Decision {
  phone_number: string;
  swaps: Swap[];
}

export interface RehearsedVisit {
  visit: TriedVisit;
  /** Null when there were no settings. */
  before: TriedChoice | null;
  after: TriedChoice;
  is_changed: boolean;
}

/**
 * @param text the parameter `visits`
 * @param before the settings as they are; undefined when there are none
 * @param after the settings as they would be
 * @throws Problem that lists every fault of the visits; nothing was saved in any case
 */
export function rehearseVisits(
  companyId: string,
  text: string,
  { before, after }: { before: VersionedDniSettings | undefined; after: VersionedDniSettings },
): RehearsedVisit[] {
  const { visits } = parse(visitsSchema, { visits: text }, 'parameters');
  refuseUnknownPlaces(visits);
  const old = before && new CompiledSettings(companyId, before);
  const changed = new CompiledSettings(companyId, after);
  return visits.map((visit) => {
    const choices = {
      before: old === undefined ? null : choiceFor(old, visit),
      after: choiceFor(changed, visit),
    };
    return {
      visit,
      ...choices,
      is_changed: JSON.stringify(choices.before) !== JSON.stringify(choices.after),
    };
  });
}

function choiceFor(compiled: CompiledSettings, visit: TriedVisit): TriedChoice {
  const { sources, domains } = compiled.settings;
  const place = visit.zip === undefined ? undefined : forcedPlace(visit.zip);
  const now = visit.time === undefined ? Date.now() : Date.parse(visit.time);
  const decision = decide(compiled, { place, source: classifyVisit(visit, sources, domains) }, now);
  const shown = shownFor(decision, compiled);
  return { phone_number: shown.phoneNumber, ...decision, swaps: shown.swaps() };
}

function refuseUnknownPlaces(visits: readonly TriedVisit[]): void {
  refuseFaults(
    visits.flatMap(({ zip }, index): Fault[] => {
      const postalCode = zip === undefined ? undefined : normalizePostalCode(zip);
      if (zip === undefined || (postalCode !== undefined && findPostalCode(postalCode) !== undefined))
        return [];
      const detail = `No place is known for "${zip}"; write a US ZIP code or a Canadian postal code.`;
      return [{ parameter: `visits.${index}.zip`, code: 'invalid_postal_code', detail }];
    }),
  );
}
