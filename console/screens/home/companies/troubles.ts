/** The troubles of a company in words, each with the place where somebody mends it. Pure. */
import type { CompanyOverviewBody } from '../../../../worker/core/reports/overview/reference.ts';
import { formatDay, plural } from '../../../components/text/values.tsx';

/** A trouble in words. */
export interface TroubleInWords {
  text: string;
  /** Undefined if the user has no access to the place. */
  href: string | undefined;
  /** Whether visitors or callers are lost meanwhile. */
  isGrave: boolean;
}

type Trouble = CompanyOverviewBody['troubles'][number];
type Figures = NonNullable<CompanyOverviewBody['figures']>;

const TEXTS: Readonly<Record<Trouble, (figures: Figures) => string>> = {
  numbers_astray: ({ astray_numbers: count }) => `Calls to ${plural(count, 'number')} no longer come here`,
  script_silent: ({ seen_time: time }) =>
    `No page has shown its numbers since ${time === null ? 'long ago' : formatDay(time)}`,
  contacts_silent: () => 'Calls or forms have stopped coming',
  script_missing: () => 'The script is not on the website yet',
  not_called_back: ({ not_called_back: count }) =>
    `${plural(count, 'missed caller')} ${count === 1 ? 'waits' : 'wait'} for a call back`,
  calls_down: ({ calls, calls_before: before }) =>
    `${Math.round((1 - calls / before) * 100)}% fewer calls than the week before`,
  setup_open: () => 'Setup is not finished',
};
const GRAVE: readonly Trouble[] = ['numbers_astray', 'script_silent', 'contacts_silent', 'not_called_back'];
const SCREENS: Readonly<Record<Trouble, string>> = {
  numbers_astray: 'numbers/bought',
  script_silent: 'numbers/site',
  contacts_silent: 'calls',
  script_missing: 'setup',
  not_called_back: 'inbox',
  calls_down: 'reports/figures?by=day&relative=last_7_days',
  setup_open: 'setup',
};
/** Screens that only super admins have, and the one that viewers do not have either. */
const RESERVED: readonly Trouble[] = ['script_silent', 'script_missing', 'setup_open'];
const FOR_STAFF: readonly Trouble[] = [...RESERVED, 'not_called_back'];

/** Returns what somebody should look at, the worst first. */
export function troublesInWords(company: CompanyOverviewBody): TroubleInWords[] {
  const { company_id: id, figures, troubles, role_id: role } = company;
  if (!company.is_available) {
    return [{ text: 'Did not answer. Reload to try again.', href: undefined, isGrave: true }];
  }
  if (company.is_suspended) return [{ text: 'You are suspended here', href: undefined, isGrave: false }];
  if (figures === null) return [];
  const closed = role === 'superadmin' ? [] : role === 'viewer' ? FOR_STAFF : RESERVED;
  return troubles.map((trouble) => ({
    text: TEXTS[trouble](figures),
    href: closed.includes(trouble) ? undefined : `/console/${id}/${SCREENS[trouble]}`,
    isGrave: GRAVE.includes(trouble),
  }));
}
