/** Answers what other companies of a person ask. */
import type { AgencyQuestion, ProvenPerson } from '../../../accounts/other-companies.ts';
import { addedBy } from '../../company/companies.ts';
import { superAdminFromOther } from '../../people/memberships/memberships.ts';
import {
  addressRules,
  type CompanyContext,
  type CompanyObject,
  type CoreEnv,
} from '../../engine/context/company-context.ts';
import { giveUpNumber, holdingsOf } from '../../phone/inventory/holdings.ts';
import { overviewFor } from '../overview/company-figures.ts';
import { usageFor } from '../overview/usage.ts';
import { allowCompanies, beginAddition, settleAddition } from './adding/additions.ts';
import { copySettings, settingsToCopy } from './copying/copies.ts';
import { refusalOf } from './refusals.ts';

/** What is asked, and for whom. */
interface AgencyQuery {
  person: ProvenPerson;
  question: AgencyQuestion;
}

/** Answers a question, or why it is refused: `{refusal}`. */
export async function answerOther(company: CompanyObject, asked: AgencyQuery): Promise<object> {
  try {
    return await answer(company, company.bindings, asked);
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}

function answer(
  company: CompanyContext,
  env: CoreEnv,
  { person, question }: AgencyQuery,
): object | Promise<object> {
  const companies = env.COMPANIES;
  switch (question.about) {
    case 'overview':
      return overviewFor(company, person.email).then((overview) => ({ overview }));
    case 'usage':
      return usageFor(company, person.email, question.month).then((usage) => ({ usage }));
    case 'settings':
      return settingsToCopy(company, person, question.sections);
    case 'copy':
      return copySettings(company, person, { request: question.request, addresses: addressRules(env) });
    case 'begin':
      return beginAddition(company, { person, companyId: question.companyId, companies });
    case 'settle':
      return settleAddition(company, { person, companyId: question.companyId, companies });
    case 'superadmin':
      superAdminFromOther(company, person);
      return {};
    case 'holdings':
      return holdingsOf(company);
    case 'give_up':
      giveUpNumber(company, question.number);
      return {};
    case 'allow':
      return allowCompanies(company, question.companies);
    default:
      return { addedBy: addedBy(company.database) };
  }
}
