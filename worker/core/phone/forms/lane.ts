/**
 * Takes the forms that the edge forwards. Runs in the company's object. If too many come, they are counted, and super admins are told.
 */
import { FormLimits } from '../../../dni/reports/form-limits.ts';
import type { FormReport } from '../../../dni/reports/form-report.ts';
import type { Sender } from '../../../shared/limits/networks.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { commit } from '../../engine/commit/commit.ts';
import { type AgedRows, agingRows } from '../../engine/context/aged-rows.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyContext, CompanyState } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { beginTrouble, endTrouble, type Feature } from '../../engine/context/feature.ts';
import { saveForm } from './receiving.ts';

const HOUR_MS = 60 * 60_000;
/** Counts are saved so long after the first form that was dropped, so that a flood does not write for each. */
const SAVED_AFTER_MS = 3_000;
const KEPT_MS = 90 * 24 * HOUR_MS;
const PART = 'forms';

const DROPPED_FORMS: AgedRows = { table: 'dropped_forms', key: 'hour', time: 'hour' };

/** How long counts are kept. */
export const retentionOfDroppedForms: NonNullable<Feature['retention']>[number] = {
  keptMs: () => KEPT_MS,
  ...agingRows(DROPPED_FORMS),
};

/** The forms that were dropped since counts were last saved. */
class DroppedForms {
  count = 0;
  /** When the first of them came. */
  since = 0;

  /** Does nothing: they were dropped, whatever is rolled back. */
  forget(): void {}
}

/** Saves the counts, and tells super admins: once in an hour in which forms were dropped. */
export const countingDroppedForms: BackgroundTask = {
  kind: 'dropped forms',
  nextTime: (company) => {
    const { count, since } = droppedOf(company);
    return count === 0 ? undefined : since + SAVED_AFTER_MS;
  },
  run: async (company) => {
    const dropped = droppedOf(company);
    const { count, since } = dropped;
    if (count === 0) return;
    dropped.count = 0;
    commit(
      company,
      contextOfActor(company, { kind: 'system', name: 'forms' }),
      (context) => {
        const { forms } = context.database.one<{ forms: number }>(
          `INSERT INTO dropped_forms (hour, forms) VALUES (?, ?)
           ON CONFLICT (hour) DO UPDATE SET forms = forms + excluded.forms RETURNING forms`,
          since - (since % HOUR_MS),
          count,
        );
        context.wakeBy(context.now + KEPT_MS);
        const detail = 'More forms came than are kept in an hour.';
        beginTrouble(context, {
          part: PART,
          type: 'forms.dropped',
          data: { count: forms, name: 'Forms', detail },
        });
        // Nothing tells when a flood is over. The next one is told of after an hour.
        endTrouble(context, PART);
      },
      'reserve',
    );
  },
};

/** Keeps a form, unless the settings say nothing of forms. If too many came, it is only counted. */
export function receiveForm(company: CompanyContext, report: FormReport, sender: Sender): void {
  if (dniSettingsOf(company).read()?.settings.forms !== true) return;
  const now = Date.now();
  const taken = company.memory.of(FormLimits).take(sender, now);
  if (taken === 'dropped') return dropForm(company, now);
  commit(company, contextOfActor(company, { kind: 'system', name: 'forms' }), (context) =>
    saveForm(context, report, taken === 'spam'),
  );
}

/** Counts a form that is not kept. */
function dropForm(company: CompanyContext, now: number): void {
  const dropped = droppedOf(company);
  if (dropped.count === 0) dropped.since = now;
  dropped.count += 1;
  if (dropped.count === 1) company.wakeBy(now + SAVED_AFTER_MS);
}

function droppedOf({ memory }: Pick<CompanyState, 'memory'>): DroppedForms {
  return memory.of(DroppedForms);
}
