/** The company in the URL, and the data about it that every screen needs. */
import { place } from '../address/router.ts';
import type {
  Currency,
  LeadField,
  LeadGroup,
  LeadState,
  TextTemplate,
} from '../../worker/core/company/settings/records.ts';
import type { OwnMembershipBody } from '../../worker/core/people/memberships/reference.ts';
import type { SmartViewName } from '../../worker/core/leads/finding/views/answer-schema.ts';
import type { UserBody } from '../../worker/core/people/users/answer-schema.ts';
import { resource, type Shown, useResource } from './resource.ts';

export type {
  Currency,
  LeadField,
  LeadFieldType as FieldType,
  LeadGroup,
  LeadState,
  LeadSubField as SubField,
} from '../../worker/core/company/settings/records.ts';

/** A user of the company. */
export type Person = UserBody;

/** A saved search. */
export type SmartView = SmartViewName;

/** `/companies/<uuid>` and what follows. */
export function companyPath(rest = ''): string {
  return `/companies/${place.value.company}${rest}`;
}

const STATES = '/lead_settings/states';
const FIELDS = '/lead_settings/fields';

/** Requests the data that the columns of the lead list depend on, before the list is shown. */
export function prefetchColumns(): void {
  for (const path of [STATES, FIELDS]) resource(companyPath(path), true).ensure();
}

export function useStates(): Shown<LeadState[]> {
  return useResource(companyPath(STATES), true);
}

export function useFields(): Shown<LeadField[]> {
  return useResource(companyPath(FIELDS), true);
}

export function useGroups(): Shown<LeadGroup[]> {
  return useResource(companyPath('/lead_settings/groups'), true);
}

export function useCurrencies(): Shown<{ currencies: Currency[] }> {
  return useResource(companyPath('/lead_settings/currencies'), true);
}

export function useTemplates(): Shown<TextTemplate[]> {
  return useResource(companyPath('/lead_settings/templates'), true);
}

export function usePeople(): Shown<Person[]> {
  return useResource(companyPath('/users'));
}

export function useSmartViews(): Shown<SmartView[]> {
  return useResource(companyPath('/smart_views'), true);
}

/** A company of the signed-in person. */
export type OwnCompany = OwnMembershipBody;

export function useOwnCompanies(): Shown<OwnCompany[]> {
  return useResource('/me/companies', true);
}
