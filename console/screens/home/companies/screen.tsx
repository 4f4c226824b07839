/** All companies: how each company of the user is doing, the worst first. */
import type { VNode } from 'preact';
import type { CompanyOverviewBody } from '../../../../worker/core/reports/overview/answer-schema.ts';
import { switchCompany } from '../../../api/session.ts';
import { user } from '../../../api/user.ts';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { useResource } from '../../../api/resource.ts';
import { Icon } from '../../../components/icon.tsx';
import { Read } from '../../../components/read.tsx';
import { Table } from '../../../components/table.tsx';
import { formatCount, When } from '../../../components/text/values.tsx';
import { type TroubleInWords, troublesInWords } from './troubles.ts';

type Figures = NonNullable<CompanyOverviewBody['figures']>;

const COLUMNS = [
  'Company',
  'Calls',
  { label: 'Missed', class: 'on-medium' },
  { label: 'Leads', class: 'on-medium' },
  { label: 'Script seen', class: 'on-large' },
  'To look at',
];

export function CompaniesScreen(): VNode {
  const shown = useResource<CompanyOverviewBody[]>('/me/companies/overview');
  return (
    <div class="companies" aria-busy={shown.isBusy}>
      <div class="head">
        <h1 tabIndex={-1}>All companies</h1>
      </div>
      <p class="summary">The last seven days. Companies that need you come first.</p>
      <Read shown={shown}>
        {(companies) => (
          <div class="table-frame">
            <Table caption="Companies" columns={COLUMNS}>
              {companies.map((company) => (
                <Row key={company.company_id} company={company} />
              ))}
            </Table>
          </div>
        )}
      </Read>
    </div>
  );
}

function Row({ company }: { company: CompanyOverviewBody }): VNode {
  const { company_id: id, name, figures, is_current: isCurrent, is_suspended: isSuspended } = company;
  return (
    <tr>
      <th scope="row">
        {isSuspended ? (
          name
        ) : (
          <CompanyLink
            id={id}
            at={`/console/${id}/${company.role_id === 'agent' ? 'leads' : 'home'}`}
            text={name}
          />
        )}
        {isCurrent && ' (this one)'}
      </th>
      <td>{figures === null ? '' : <Calls id={id} figures={figures} />}</td>
      <td class="on-medium">{figures === null ? '' : formatCount(figures.missed)}</td>
      <td class="on-medium">{figures === null ? '' : formatCount(figures.new_leads)}</td>
      <td class="on-large">{figures !== null && <Seen time={figures.seen_time} />}</td>
      <td>
        <Troubles company={company} />
      </td>
    </tr>
  );
}

/** The calls, with those of the week before, and a link to the report. */
function Calls({ id, figures: { calls, calls_before: before } }: { id: string; figures: Figures }): VNode {
  return (
    <>
      <CompanyLink
        id={id}
        at={`/console/${id}/reports/figures?relative=last_7_days`}
        text={formatCount(calls)}
      />{' '}
      <span class="before">{formatCount(before)} the week before</span>
    </>
  );
}

function Seen({ time }: { time: string | null }): VNode {
  return time === null ? <>Never</> : <When time={time} />;
}

function Troubles({ company }: { company: CompanyOverviewBody }): VNode {
  const troubles = troublesInWords(company);
  if (troubles.length === 0) {
    return <span class="before">{company.figures === null ? 'You are an agent there' : 'Nothing'}</span>;
  }
  return (
    <ul class="troubles">
      {troubles.map((trouble) => (
        <li key={trouble.text}>
          <TroubleLink id={company.company_id} {...trouble} />
        </li>
      ))}
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

/** A link into a company. A press switches the session to it; another window does so by itself. */
function CompanyLink({ id, at, text }: { id: string; at: string; text: string }): VNode {
  const onClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || id === user.value?.company_id) return;
    event.preventDefault();
    void switchCompany(id, at).catch(toastFailure);
  };
  return (
    <a href={at} onClick={onClick}>
      {text}
    </a>
  );
}
