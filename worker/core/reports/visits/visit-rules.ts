/** The company's rules for the evidence of visits. */
import type { VisitCounts, VisitRules } from '../../../dni/evidence.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext, CompanyState } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { replaceVisitCounts } from './visit-counts.ts';

/** Returns the rules: the zone of the days, and how long evidence is kept. */
export function visitRulesOf(company: CompanyState): VisitRules {
  return {
    timeZone: timeZoneOf(company),
    evidenceDays: settingsOf(company).options().retention.evidence_days,
  };
}

/** Records a month's counts of a day. @returns the current rules */
export function recordVisitCounts(company: CompanyContext, counts: VisitCounts): VisitRules {
  commit(company, contextOfActor(company, { kind: 'system', name: 'visits' }), ({ database }) =>
    replaceVisitCounts(database, counts),
  );
  return visitRulesOf(company);
}
