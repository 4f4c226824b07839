/** All companies: how each company of the user is doing, the worst first unless another order is chosen; with a search and totals. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CompanyOverviewBody } from '../../../../worker/core/reports/overview/reference.ts';
import { pathTo, place } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { ExcelButton, fetchExport } from '../../../components/parts/excel-button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { later } from '../../../components/parts/lazy.tsx';
import { Read } from '../../../components/read.tsx';
import { hasWords } from '../../../formats/search.ts';
import { Table } from '../../../components/table.tsx';
import { Choice } from '../../reports/report/choice.tsx';
import { formatCount, plural } from '../../../components/text/values.tsx';
import { ROLE_NAMES } from '../../people/roles.ts';
import { CompanyLink } from './company-link.tsx';
import { type Order, ORDERS, sortedBy, totalsOf } from './orders.ts';
import { SetupState, TagState } from './states.tsx';
import { Trend } from './trend.tsx';
import { type TroubleInWords, troublesInWords } from './troubles.ts';

const AddClient = later(async () => (await import('./adding/dialog.tsx')).AddClient);
const CopySettings = later(async () => (await import('./copying/dialog.tsx')).CopySettings);

const COLUMNS = [
  'Company',
  'Calls',
  { label: 'Missed', class: 'on-medium' },
  { label: 'New leads', class: 'on-medium' },
  { label: 'Setup', class: 'on-large' },
  { label: 'Script', class: 'on-large' },
  'To look at',
];

/** The troubles that stand in a row as links; the others follow in words. */
const MOST_TROUBLES = 2;

export function CompaniesScreen(): VNode {
  const shown = useResource<CompanyOverviewBody[]>('/me/companies/overview');
  const owned = (shown.data ?? []).filter(
    ({ role_id: role, is_suspended: isOut }) => role === 'superadmin' && !isOut,
  );
  return (
    <div class="companies" aria-busy={shown.isBusy}>
      <div class="head">
        <h1 tabIndex={-1}>All companies</h1>
        {owned.length > 0 && (
          <div class="row">
            {owned.length > 1 && (
              <a class="button" href={`${pathTo('companies')}?over=copy-settings`}>
                Copy settings
              </a>
            )}
            <a class="button" href="/console/api/me/companies/usage.csv" download>
              Usage of last month
            </a>
            <ExcelButton name="usage" csv={() => fetchExport('/console/api/me/companies/usage.csv')}>
              <span class="unseen">Usage of last month </span>as Excel
            </ExcelButton>
            <a class="button primary" href={`${pathTo('companies')}?over=add-client`}>
              Add a client
            </a>
          </div>
        )}
      </div>
      <Read shown={shown}>{(companies) => <CompanyTable companies={companies} />}</Read>
      {place.value.over === 'copy-settings' && <CopySettings />}
      {place.value.over === 'add-client' && <AddClient companies={shown.data} />}
    </div>
  );
}

/** Lists the companies that the search finds, in the chosen order, below their totals. */
function CompanyTable({ companies }: { companies: readonly CompanyOverviewBody[] }): VNode {
  const [text, search] = useState('');
  const [order, setOrder] = useState<Order>('trouble');
  const shown = sortedBy(
    order,
    companies.filter(({ name }) => hasWords(name ?? '', text)),
  );
  return (
    <>
      <div class="finding">
        <label class="choice grow">
          <span class="label">Search companies</span>
          <input type="search" value={text} onInput={({ currentTarget }) => search(currentTarget.value)} />
        </label>
        <Choice label="Sorted by" value={order} choices={ORDERS} choose={setOrder} />
      </div>
      <p class="summary">The last seven days.</p>
      <div class="table-frame">
        <Table caption="Companies" columns={COLUMNS}>
          <TotalRow companies={shown} />
          {shown.map((company) => (
            <Row key={company.company_id} company={company} />
          ))}
        </Table>
      </div>
      {shown.length === 0 && <p class="soft">No company is called so.</p>}
    </>
  );
}

function TotalRow({ companies }: { companies: readonly CompanyOverviewBody[] }): VNode {
  const { calls, missed, newLeads, troubled } = totalsOf(companies);
  return (
    <tr class="total">
      <th scope="row">{plural(companies.length, 'company', 'companies')}</th>
      <td>{formatCount(calls)}</td>
      <td class="on-medium">{formatCount(missed)}</td>
      <td class="on-medium">{formatCount(newLeads)}</td>
      <td class="on-large soft" colSpan={2}>
        All together
      </td>
      <td>{troubled === 0 ? <span class="soft">Nothing</span> : `${formatCount(troubled)} to look at`}</td>
    </tr>
  );
}

function Row({ company }: { company: CompanyOverviewBody }): VNode {
  const { company_id: id, figures, role_id: role } = company;
  return (
    <tr>
      <th scope="row">
        <Name company={company} />
      </th>
      <td>{figures !== null && <Trend id={id} figures={figures} />}</td>
      <td class="on-medium">{figures === null ? '' : formatCount(figures.missed)}</td>
      <td class="on-medium">{figures === null ? '' : formatCount(figures.new_leads)}</td>
      <td class="on-large">{figures !== null && <SetupState id={id} figures={figures} role={role} />}</td>
      <td class="on-large">{figures !== null && <TagState figures={figures} />}</td>
      <td>
        <Troubles company={company} />
      </td>
    </tr>
  );
}

function Name({ company }: { company: CompanyOverviewBody }): VNode {
  const { company_id: id, name, role_id: role, is_current: isCurrent, is_suspended: isSuspended } = company;
  if (name === null) return <>A company that does not answer</>;
  return (
    <>
      {isSuspended ? (
        name
      ) : (
        <CompanyLink id={id} at={`/console/${id}/${role === 'agent' ? 'leads' : 'home'}`} text={name} />
      )}
      <small class="soft">
        {ROLE_NAMES[role]}
        {isCurrent && ', open now'}
      </small>
    </>
  );
}

function Troubles({ company }: { company: CompanyOverviewBody }): VNode {
  const troubles = troublesInWords(company);
  if (troubles.length === 0) {
    return <span class="soft">{company.figures === null ? 'You are an agent there' : 'Nothing'}</span>;
  }
  return (
    <ul class="troubles">
      {troubles.slice(0, MOST_TROUBLES).map((trouble) => (
        <li key={trouble.text}>
          <TroubleLink id={company.company_id} {...trouble} />
        </li>
      ))}
      {troubles.length > MOST_TROUBLES && (
        <li class="soft">
          and{' '}
          {troubles
            .slice(MOST_TROUBLES)
            .map(({ text }) => text.toLowerCase())
            .join(', ')}
        </li>
      )}
    </ul>
  );
}

function TroubleLink({ id, text, href, isGrave }: TroubleInWords & { id: string }): VNode {
  return (
    <span class={isGrave ? 'is-grave' : undefined}>
      {isGrave && <Icon name="warning" size={16} />}{' '}
      {href === undefined ? text : <CompanyLink id={id} at={href} text={text} />}
    </span>
  );
}
