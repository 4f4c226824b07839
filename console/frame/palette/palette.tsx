/** “Go to”: finds screens, their sections, actions, branches, numbers, people and leads by everyday words. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { companyPath, type Person, useOwnCompanies } from '../../api/company.ts';
import { type Choice, ComboboxList } from '../../components/over/combobox.tsx';
import { Dialog } from '../../components/over/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { toastFailure } from '../../components/over/toasts.tsx';
import type { DialogName } from '../../address/dialogs.ts';
import { close, go, pathTo, place } from '../../address/router.ts';
import { useResource } from '../../api/resource.ts';
import { screensFor } from '../screens.tsx';
import type { Hit } from '../../screens/leads/lead.ts';
import { LEAST_CHARACTERS } from '../../screens/leads/query.ts';
import { signOut, switchCompany } from '../../api/session.ts';
import { isManager, mayWrite, type User } from '../../api/user.ts';
import { channelName } from '../../../worker/dni/pure/channels.ts';
import { formatPhone } from '../../components/text/values.tsx';
import { byKey, type DniSettings, isPool } from '../../screens/draft/dni-settings.ts';
import { DESTINATIONS, SCREEN_WORDS } from './destinations.ts';
import { OWN_DESTINATIONS } from './own-destinations.ts';

/** The published settings, which are null while there are none. */
function publishedPath(): string {
  return `/dni/api/companies/${place.value.company}/settings?or_null=1`;
}

const MAX_LEADS = 8;
/** Branches, numbers and people are found from here on. */
const LEAST_OF_RECORDS = 2;

type Target = Choice & { press: () => void };

export function Palette({ who }: { who: User }): VNode {
  const [text, setText] = useState('');
  const isTyping = text.trim().length >= LEAST_OF_RECORDS;
  const places = [...screenTargets(who), ...destinationTargets(who), ...useCompanyTargets(who)];
  const records = useRecordTargets(who, isTyping);
  const targets = isTyping ? [...places, ...records] : places;
  const leads = useLeadTargets(text.trim());
  const choose = (id: string): void => [...targets, ...leads].find((target) => target.id === id)?.press();
  return (
    <Dialog title="Go to" size="narrow" onClose={() => close(['over'])}>
      <ComboboxList
        label="Search screens, settings, branches, people and leads"
        choices={targets}
        found={leads}
        onType={setText}
        onChoose={choose}
      />
    </Dialog>
  );
}

function screenTargets(who: User): Target[] {
  const removed: Target = {
    id: 'screen-removed',
    label: 'Removed leads',
    icon: <Icon name="trash" />,
    press: () => leaveFor(pathTo('leads', 'removed')),
  };
  const out: Target = {
    id: 'sign-out',
    label: 'Sign out',
    words: 'log off logout leave end session',
    icon: <Icon name="out" />,
    press: () => void signOut().catch(toastFailure),
  };
  return [...mainTargets(who), ...(isManager() ? [removed] : []), out];
}

function mainTargets(who: User): Target[] {
  return screensFor(who).map(({ name, label, icon }) => ({
    id: `screen-${name}`,
    label,
    words: SCREEN_WORDS[name] ?? '',
    icon: <Icon name={icon} />,
    press: () => leaveFor(pathTo(name)),
  }));
}

function destinationTargets(who: User): Target[] {
  const screens = new Map(screensFor(who).map((screen) => [screen.name, screen]));
  const all = [...DESTINATIONS, ...OWN_DESTINATIONS];
  return all.flatMap(({ label, screen: name, tab, over, icon, words, isForSuperAdmin = false }) => {
    const screen = screens.get(name);
    if (screen === undefined || (isForSuperAdmin && who.role_id !== 'superadmin')) return [];
    if (!mayWrite() && !isForReaders(tab, over)) return [];
    const path = tab === undefined ? pathTo(name) : pathTo(name, tab);
    return {
      id: `to-${label.toLowerCase().replaceAll(/\W+/g, '-')}`,
      label,
      words: `${words} ${screen.label}`,
      icon: <Icon name={icon ?? screen.icon} />,
      press: () => leaveFor(over === undefined ? path : `${path}?over=${over}`),
    };
  });
}

/** Sections that only those who write may see. */
const NOT_FOR_READERS: ReadonlySet<string> = new Set(['costs', 'history', 'keys', 'opt-outs', 'phone']);

/** Tells whether those who only read may go to a section. Of the dialogs, they have the columns. */
function isForReaders(tab: string | undefined, over: DialogName | undefined): boolean {
  return (over === undefined || over === 'columns') && !NOT_FOR_READERS.has(tab ?? '');
}

/** Finds branches and tracking numbers of super admins, who may change them, and people. */
function useRecordTargets(who: User, isWanted: boolean): Target[] {
  const isSuperAdmin = isWanted && who.role_id === 'superadmin';
  const { data: settings } = useResource<DniSettings | null>(isSuperAdmin ? publishedPath() : undefined);
  const arePeopleWanted = isWanted && mayWrite();
  const { data: people = [] } = useResource<Person[]>(arePeopleWanted ? companyPath('/users') : undefined);
  return [
    ...people.map(({ user_id: id, name, email }) => ({
      id: `user-${id}`,
      label: name,
      note: email,
      icon: <Icon name="people" />,
      press: () =>
        leaveFor(`${pathTo('people')}?${new URLSearchParams(isSuperAdmin ? { over: 'user', id } : {})}`),
    })),
    ...(settings ? settingsTargets(settings) : []),
  ];
}

function settingsTargets({ locations, numbers }: DniSettings): Target[] {
  const form = (list: string, over: DialogName, key: string): (() => void) => {
    return () => leaveFor(`${pathTo('numbers', list)}?${new URLSearchParams({ over, key })}`);
  };
  return [
    ...locations.map(({ location_id: id, name, address, city }) => ({
      id: `location-${id}`,
      label: name,
      note: [address, city].filter((part) => part !== '').join(', '),
      words: 'location branch',
      icon: <Icon name="pin" />,
      press: form('locations', 'location', id),
    })),
    ...[...byKey(numbers)].map(([key, entry]) => {
      const phones = isPool(entry) ? entry.phone_numbers : [entry.phone_number];
      return {
        id: `number-${key}`,
        label: isPool(entry) ? `Pool ${entry.pool}` : formatPhone(entry.phone_number),
        note: channelName(entry.source ?? ''),
        words: `number ${phones.join(' ')} ${phones.map(formatPhone).join(' ')}`,
        icon: <Icon name="numbers" />,
        press: form('numbers', 'number', key),
      };
    }),
  ];
}

function useCompanyTargets(who: User): Target[] {
  const { data: companies = [] } = useOwnCompanies();
  return companies
    .filter(({ company_id: id, is_suspended: isSuspended }) => id !== who.company_id && !isSuspended)
    .map(({ company_id: id, name }) => ({
      id: `company-${id}`,
      label: name,
      note: 'Switch to this company',
      icon: <Icon name="company" />,
      press: () => void switchCompany(id).catch(toastFailure),
    }));
}

function useLeadTargets(text: string): Target[] {
  const parameters = new URLSearchParams({ q: text, limit: String(MAX_LEADS) });
  const isLong = text.length >= LEAST_CHARACTERS;
  const { data = [], isFormer } = useResource<Hit[]>(
    isLong ? companyPath(`/leads/search?${parameters}`) : undefined,
  );
  // Enter must not take a result of an earlier text.
  if (!isLong || isFormer) return [];
  return data.map((hit) => ({
    id: `lead-${hit.lead_id}`,
    label: hit.name ?? hit.field_value,
    note: hit.field_value,
    icon: <Icon name="leads" />,
    press: () => leaveFor(pathTo('leads', hit.lead_id)),
  }));
}

/** Goes to a URL. Back then does not reopen the palette. */
function leaveFor(address: string): void {
  go(address, { replace: true });
}
