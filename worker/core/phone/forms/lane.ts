/** Takes the forms that the edge forwards. Runs in the company's object. */
import type { FormReport, FormSender } from '../../../dni/reports/form-report.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { dropForm } from './dropped-forms.ts';
import { FormLimits } from './form-limits.ts';
import { saveForm } from './receiving.ts';

/** Keeps a form, unless the settings say nothing of forms. If too many came, it is only counted. */
export function receiveForm(company: CompanyContext, report: FormReport, sender: FormSender): void {
  if (dniSettingsOf(company).read()?.settings.forms !== true) return;
  const now = Date.now();
  const taken = company.memory.of(FormLimits).take(sender, now);
  if (taken === 'dropped') return dropForm(company, now);
  commit(company, callBy(company, { kind: 'system', name: 'forms' }), (context) =>
    saveForm(context, report, taken === 'spam'),
  );
}
