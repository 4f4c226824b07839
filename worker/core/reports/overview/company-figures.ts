/** The figures of a company for the overview of a person's companies. */
import type { CompanyFigures, CompanyOverview } from '../../../accounts/other-companies.ts';
import { doneSteps } from '../../../dni/pure/setup-steps.ts';
import { parse } from '../../../shared/http/input.ts';
import { allowanceOf } from '../../company/companies.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { setupProgress } from '../../company/setup/setup.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { membershipOf } from '../../people/memberships/memberships.ts';
import { listAstray } from '../../phone/inventory/number-store.ts';
import { reportQuerySchema } from '../counting/schema.ts';
import { kindOfPart, toldSilences } from '../silence/telling.ts';
import type { ReportFigures } from '../queries/answer-schema.ts';
import { report } from '../queries/report.ts';

/** How long figures are shown again, so that an overview that is opened often costs little. */
const SHOWN_AGAIN_MS = 30_000;
/** A week by day, beside the one before. */
const QUERY = {
  metrics: 'calls,missed,not_called_back,leads',
  by: 'day',
  relative: 'last_7_days',
  sort: 'day',
};

/**
 * Returns how the company is doing, for the user with this address. Agents, who have no reports, and suspended users get no figures.
 * @returns undefined if the company has no such user
 */
export async function overviewFor(
  company: CompanyState,
  email: string,
): Promise<CompanyOverview | undefined> {
  const membership = membershipOf(company, email);
  if (membership === undefined) return undefined;
  const isReader = membership.roleId !== 'agent' && !membership.isSuspended;
  const { allowed, added } = allowanceOf(company.database);
  return {
    ...membership,
    figures: isReader ? await company.memory.of(ShownFigures).read() : null,
    mayAdd: membership.roleId === 'superadmin' ? Math.max(0, allowed - added) : null,
  };
}

class ShownFigures {
  readonly #company: CompanyState;
  #shown: { figures: CompanyFigures; time: number } | undefined;

  constructor(company: CompanyState) {
    this.#company = company;
  }

  /** Returns the figures, which are the same for everybody who has reports. */
  async read(): Promise<CompanyFigures> {
    const now = Date.now();
    if (this.#shown !== undefined && now - this.#shown.time < SHOWN_AGAIN_MS) return this.#shown.figures;
    const context = contextOfActor(this.#company, { kind: 'system', name: 'overview' });
    const currencies = settingsOf(this.#company).currencies();
    const { totals, compared, rows } = await report(
      context,
      parse(reportQuerySchema, QUERY, 'parameters'),
      currencies,
    );
    const setup = setupProgress(this.#company);
    const { seen, numbers, carriers } = setup;
    const figures = {
      ...countsOf(totals),
      callsBefore: compared?.totals.calls ?? 0,
      callsByDay: [
        ...rows.map((row) => row.compared?.calls ?? 0),
        ...rows.map((row) => row.values.calls ?? 0),
      ],
      setupDone: doneSteps({
        ...setup,
        sources: dniSettingsOf(this.#company).read()?.settings.sources.length ?? 0,
        isSeen: seen !== undefined,
        hasCall: setup.firstCall !== undefined,
      }).length,
      seenTime: seen?.seenTime ?? null,
      astrayNumbers: listAstray(this.#company.database).length,
      silences: [...toldSilences(this.#company).keys()].map(kindOfPart),
      hasNumbers: numbers > 0,
      hasCarrier: carriers.length > 0,
    };
    this.#shown = { figures, time: now };
    return figures;
  }

  /** Forgets the figures. */
  forget(): void {
    this.#shown = undefined;
  }
}

function countsOf(
  totals: ReportFigures,
): Pick<CompanyFigures, 'calls' | 'missed' | 'notCalledBack' | 'leads'> {
  return {
    calls: totals.calls ?? 0,
    missed: totals.missed ?? 0,
    notCalledBack: totals.not_called_back ?? 0,
    leads: totals.leads ?? 0,
  };
}
