/** Shows the current company, with a menu to switch to another one for users who have several. */
import type { VNode } from 'preact';
import { type OwnCompany, useOwnCompanies } from '../../api/company.ts';
import type { User } from '../../api/user.ts';
import { later } from '../../components/parts/lazy.tsx';

const CompanyMenu = later<{ present: OwnCompany; others: readonly OwnCompany[] }>(
  async () => (await import('./company-menu.tsx')).CompanyMenu,
  ({ present }) => <Name of={present} />,
);

export function Companies({ who }: { who: User }): VNode | null {
  const { data: companies = [] } = useOwnCompanies();
  const present = companies.find(({ company_id: id }) => id === who.company_id);
  const others = companies.filter((company) => company !== present && !company.is_suspended);
  if (present === undefined) return null;
  if (others.length === 0) return <Name of={present} />;
  return <CompanyMenu present={present} others={others} />;
}

function Name({ of: { name } }: { of: OwnCompany }): VNode {
  return <p class="company">{name}</p>;
}
