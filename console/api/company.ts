/** The company that the address names: what every screen knows of it. */
import { place } from '../address/router.ts';
import { type DistanceUnit, unitIn } from '../distance.ts';
import { resource, type Shown, useResource } from './resource.ts';
import { user } from './user.ts';

/** A state of the leads. */
export interface LeadState {
  name: string;
  label: string;
  /** `#rrggbb` */
  color: string;
}

/** A group of users and leads. */
export interface LeadGroup {
  id: string;
  label: string;
  deletable: boolean;
  smart_view_id?: string;
}

export type FieldType =
  | 'text'
  | 'number'
  | 'dropdown'
  | 'date'
  | 'datetime'
  | 'multiselect'
  | 'currency'
  | 'url'
  | 'complex';

/** A part of a complex field. */
export interface SubField {
  name: string;
  label: string;
  type: Exclude<FieldType, 'complex'>;
  sortable: boolean;
  summary: boolean;
  field_facet: boolean;
  print_lines: number;
  choices?: string[];
}

/** A custom field of the leads. */
export interface LeadField {
  name: string;
  label: string;
  type: FieldType;
  cardinality: number;
  sortable: boolean;
  field_facet: boolean;
  pinned: boolean;
  print_lines: number;
  field_group: string;
  choices?: string[];
  sub_fields?: SubField[];
}

export interface Currency {
  name: string;
  unit: string;
  symbol: string;
  rate: number;
  show: boolean;
  company_default: boolean;
}

/** Somebody of the company. */
export interface Person {
  user_id: string;
  name: string;
  email: string;
  role_id: 'superadmin' | 'manager' | 'agent';
  group_id: string;
  is_suspended: boolean;
  auto_assignable: boolean;
  notify_reminders_by_sms: boolean;
  phone: string;
  tracking_number: string;
  caller_id_name: string;
}

/** A saved search. */
export interface SmartView {
  name: string;
  smart_view_id: string;
}

/** `/companies/<uuid>` and what follows. */
export function companyPath(rest = ''): string {
  return `/companies/${place.value.company}${rest}`;
}

const STATES = '/lead_settings/states';
const FIELDS = '/lead_settings/fields';

/** Asks for what the columns of a list of leads follow from, before it is shown. */
export function askAheadForColumns(): void {
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

export function usePeople(): Shown<Person[]> {
  return useResource(companyPath('/users'));
}

export function useSmartViews(): Shown<SmartView[]> {
  return useResource(companyPath('/smart_views'), true);
}

/**
 * Returns the unit of distances: that of the company's country, and of the browser's language for those who may not read
 * the company's options. Undefined until the country is known.
 */
export function useDistanceUnit(): DistanceUnit | undefined {
  const mayRead = user.value?.role_id === 'superadmin';
  const path = mayRead ? companyPath('/settings') : undefined;
  const { data, failure } = useResource<{ default_region: string }>(path);
  if (data !== undefined) return unitIn(data.default_region);
  const isWaiting = mayRead && failure === undefined;
  return isWaiting ? undefined : unitIn(navigator.language.split('-').at(-1) ?? '');
}

/** A company of the person who is signed in. */
export interface OwnCompany {
  company_id: string;
  name: string;
  is_suspended: boolean;
}

export function useOwnCompanies(): Shown<OwnCompany[]> {
  return useResource('/me/companies', true);
}
