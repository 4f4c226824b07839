/** Answers what other companies of a person ask. */
import type { AgencyQuestion, ProvenPerson } from '../../../accounts/other-companies.ts';
import { notFound } from '../../../shared/http/problems.ts';
import { addressRules, type CompanyContext, type CoreEnv } from '../../engine/context/company-context.ts';
import { overviewFor } from '../overview/company-figures.ts';
import { copySettings, settingsToCopy } from './copying/copies.ts';
import { refusalOf } from './refusals.ts';

/** Answers a question, or why it is refused: `{refusal}`. */
export async function answerOther(
  company: CompanyContext,
  env: CoreEnv,
  { person, question }: { person: ProvenPerson; question: AgencyQuestion },
): Promise<object> {
  try {
    if (!company.exists()) throw notFound();
    if (question.about === 'overview') return { overview: await overviewFor(company, person.email) };
    if (question.about === 'settings') return settingsToCopy(company, person, question.sections);
    return copySettings(company, person, { request: question.request, addresses: addressRules(env) });
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}
