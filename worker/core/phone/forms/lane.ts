/** Takes the forms that the edge forwards. Runs in the company's object. */
import type { FormReport } from '../../../dni/reports/form-report.ts';
import { SenderLimit } from '../../../shared/limits/sender-limit.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { saveForm } from './receiving.ts';

/** Forms of a network in an hour: more are spam, and of even more none are kept. Many people may share a network. */
const FORMS_OF_PEOPLE = 20;
const FORMS_OF_NETWORK = 60;
/** Forms of a company in an hour that are kept, so that senders with many networks cannot fill its database. */
const FORMS_OF_COMPANY = 3_000;

/** Counts the forms of the last hour. */
class FormLimits {
  readonly people = new SenderLimit(FORMS_OF_PEOPLE);
  readonly networks = new SenderLimit(FORMS_OF_NETWORK);
  readonly company = new SenderLimit(FORMS_OF_COMPANY);

  /** Does nothing: forms count whether or not they were saved. */
  forget(): void {}
}

/** Keeps a form, unless the settings say nothing of forms or too many came. @param network keyed hash of the sender */
export function receiveForm(company: CompanyContext, report: FormReport, network: string): void {
  if (dniSettingsOf(company).read()?.settings.forms !== true) return;
  const limits = company.memory.of(FormLimits);
  const now = Date.now();
  const isFlood = !limits.people.take(network, now);
  if (!limits.networks.take(network, now) || !limits.company.take('', now)) return;
  commit(company, callBy(company, { kind: 'system', name: 'forms' }), (context) =>
    saveForm(context, report, isFlood),
  );
}
