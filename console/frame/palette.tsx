/** The command palette: goes to screens, starts actions and finds leads by name. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { companyPath, useOwnCompanies } from '../api/company.ts';
import { type Choice, ComboboxList } from '../components/over/combobox.tsx';
import { Dialog } from '../components/over/dialog.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { toastFailure } from '../components/over/toasts.tsx';
import type { DialogName } from '../address/dialogs.ts';
import { close, go, pathTo } from '../address/router.ts';
import { useResource } from '../api/resource.ts';
import { screensFor } from '../screens.tsx';
import type { Hit } from '../screens/leads/lead.ts';
import { mayRestore } from '../screens/removed/removed.ts';
import { LEAST_CHARACTERS } from '../screens/leads/query.ts';
import { switchCompany } from '../api/session.ts';
import type { User } from '../api/user.ts';

const MAX_LEADS = 8;

/** The actions, each with its screen and dialog. */
const ACTIONS: readonly { screen: string; over: DialogName; label: string; icon: IconName }[] = [
  { screen: 'leads', over: 'new', label: 'New lead', icon: 'plus' },
  { screen: 'leads', over: 'import', label: 'Import leads from a CSV file', icon: 'import' },
  { screen: 'people', over: 'user', label: 'Add a user', icon: 'plus' },
];

type Target = Choice & { press: () => void };

export function Palette({ who }: { who: User }): VNode {
  const [text, setText] = useState('');
  const targets = [...screenTargets(who), ...actionTargets(who), ...useCompanyTargets(who)];
  const leads = useLeadTargets(text.trim());
  const choose = (id: string): void => [...targets, ...leads].find((target) => target.id === id)?.press();
  return (
    <Dialog title="Go to" size="narrow" onClose={() => close(['over'])}>
      <ComboboxList
        label="Search screens, actions and leads"
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
  return [...mainTargets(who), ...(mayRestore() ? [removed] : [])];
}

function mainTargets(who: User): Target[] {
  return screensFor(who).map(({ name, label, icon }) => ({
    id: `screen-${name}`,
    label,
    icon: <Icon name={icon} />,
    press: () => leaveFor(pathTo(name)),
  }));
}

function actionTargets(who: User): Target[] {
  const names = new Set(screensFor(who).map(({ name }) => name));
  return ACTIONS.filter(
    ({ screen }) => names.has(screen) && (screen !== 'people' || who.role_id === 'superadmin'),
  ).map(({ screen, over, label, icon }) => ({
    id: `action-${over}`,
    label,
    icon: <Icon name={icon} />,
    press: () => leaveFor(`${pathTo(screen)}?over=${over}`),
  }));
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
