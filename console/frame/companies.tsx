/** Shows the current company, and a menu to switch to the user's other companies. */
import type { VNode } from 'preact';
import { pathTo } from '../address/router.ts';
import { useOwnCompanies } from '../api/company.ts';
import { ComboboxList } from '../components/over/combobox.tsx';
import { Icon } from '../components/icon.tsx';
import { Popover } from '../components/over/popover.tsx';
import { toastFailure } from '../components/over/toasts.tsx';
import { switchCompany } from '../api/session.ts';
import type { User } from '../api/user.ts';

export function Companies({ who }: { who: User }): VNode | null {
  const { data: companies = [] } = useOwnCompanies();
  const present = companies.find(({ company_id: id }) => id === who.company_id);
  const others = companies.filter((company) => company !== present && !company.is_suspended);
  if (present === undefined) return null;
  if (others.length === 0) return <p class="company">{present.name}</p>;
  const choices = others.map(({ company_id: id, name }) => ({ id, label: name }));
  return (
    <Popover
      class="company"
      side="start"
      label={`Company: ${present.name}`}
      button={
        <>
          <span>{present.name}</span>
          <Icon name="down" size={16} />
        </>
      }
    >
      {(close) => (
        <>
          <ComboboxList
            label="Switch to the company"
            choices={choices}
            onChoose={(id) => {
              close();
              void switchCompany(id).catch(toastFailure);
            }}
          />
          <a class="button plain" href={pathTo('companies')} onClick={close}>
            All companies
          </a>
        </>
      )}
    </Popover>
  );
}
