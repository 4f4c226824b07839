/** The menu of the user's other companies. It is a part of its own: most people have one company. */
import type { VNode } from 'preact';
import { pathTo } from '../../address/router.ts';
import type { OwnCompany } from '../../api/company.ts';
import { switchCompany } from '../../api/session.ts';
import { Icon } from '../../components/icon.tsx';
import { ComboboxList } from '../../components/over/combobox.tsx';
import { Popover } from '../../components/over/popover.tsx';
import { toastFailure } from '../../components/over/toasts.tsx';

interface CompanyMenuProps {
  present: OwnCompany;
  others: readonly OwnCompany[];
}

export function CompanyMenu({ present, others }: CompanyMenuProps): VNode {
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
            choices={others.map(({ company_id: id, name }) => ({ id, label: name }))}
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
