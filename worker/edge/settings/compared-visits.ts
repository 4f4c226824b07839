/** Compares the answers to test visits before and after a change of the settings. Decides as for visitors, stores nothing. */
import type { VersionedDniSettings } from '../../dni/schema.ts';
import { parse } from '../../shared/http/input.ts';
import { shownFor } from '../lookup/caches/answers.ts';
import { CompiledSettings } from '../lookup/choice/compiled-settings.ts';
import { decide } from '../lookup/choice/decision.ts';
import { requireNamedPlace } from '../lookup/find-place.ts';
import { namedPlace } from '../lookup/place/named-place.ts';
import { classifyVisit } from '../lookup/source/source.ts';
import { type Fault, refuseFaults } from '../../shared/http/problems.ts';
import type { ComparedVisit, TriedChoice } from './answer-schema.ts';
import { type TestVisit, visitsSchema } from './test-visits.ts';

/**
 * Decides each test visit with the old and the new settings.
 * @param text the parameter `visits`
 * @param before the current settings; undefined when there are none
 * @param after the changed settings
 * @throws Problem that lists every fault of the visits
 */
export function compareVisits(
  companyId: string,
  text: string,
  { before, after }: { before: VersionedDniSettings | undefined; after: VersionedDniSettings },
): ComparedVisit[] {
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

function choiceFor(compiled: CompiledSettings, visit: TestVisit): TriedChoice {
  const { sources, domains } = compiled.settings;
  const place = requireNamedPlace(visit);
  const now = visit.time === undefined ? Date.now() : Date.parse(visit.time);
  const decision = decide(compiled, { place, source: classifyVisit(visit, sources, domains) }, now);
  const shown = shownFor(decision, compiled);
  return { phone_number: shown.phoneNumber, ...decision, swaps: shown.swaps() };
}

function refuseUnknownPlaces(visits: readonly TestVisit[]): void {
  refuseFaults(
    visits.flatMap((visit, index): Fault[] => {
      const found = namedPlace(visit);
      if (found === undefined || !('code' in found)) return [];
      const { parameter, detail } = found;
      // A dry run has no 404 of its own.
      const code = found.code === 'unknown_postal_code' ? 'invalid_postal_code' : found.code;
      return [{ parameter: `visits.${index}.${parameter}`, code, detail }];
    }),
  );
}
