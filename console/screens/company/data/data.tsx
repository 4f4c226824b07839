/** The company's data: retention, recent deletions, exports. */
import type { VNode } from 'preact';
import { companyPath } from '../../../api/company.ts';
import { ExcelButton, fetchExport } from '../../../components/parts/excel-button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Read } from '../../../components/read.tsx';
import { plural, When } from '../../../components/text/values.tsx';
import { pathTo } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import type { LogEntry } from './log-words.ts';
import { Retention } from './retention-form.tsx';

/** The exports. */
const FILES = [
  {
    path: '/leads/export.csv',
    name: 'leads',
    label: 'Leads',
    note: 'with all fields; can be imported again',
  },
  { path: '/calls/export.csv', name: 'calls', label: 'Calls', note: 'with source, outcome and remarks' },
  {
    path: '/texts/export.csv',
    name: 'texts',
    label: 'Texts',
    note: 'sent and received, with delivery status',
  },
] as const;

export function Data(): VNode {
  return (
    <div class="data">
      <Retention />
      <div>
        <Purges />
        <Files />
        <OnePerson />
      </div>
    </div>
  );
}

function Purges(): VNode {
  const shown = useResource<{ entries: LogEntry[] }>(companyPath('/audit?action=purged&limit=6'));
  return (
    <section class="card part" aria-labelledby="purged">
      <h2 id="purged">Recently deleted</h2>
      <Read shown={shown}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p class="soft">Nothing yet. Data that reaches the end of its retention is listed here.</p>
          ) : (
            <>
              <ul class="lines">
                {entries.map(({ time, subject, detail, request_id: id }) => (
                  <li key={`${id}${subject}`} class="row">
                    <span class="grow">{purgedText(subject, Number(detail['count']))}</span>
                    <span class="soft">
                      <When time={time} />
                    </span>
                  </li>
                ))}
              </ul>
              <a href={`${pathTo('company', 'log')}?action=purged`}>Show all in the log</a>
            </>
          )
        }
      </Read>
    </section>
  );
}

/** Returns `12 removed leads`. The log has the kinds in the plural. */
function purgedText(kind: string, count: number): string {
  return kind === 'audit log' ? plural(count, 'entry of the log', 'entries of the log') : `${count} ${kind}`;
}

function Files(): VNode {
  return (
    <section class="card part" aria-labelledby="files">
      <h2 id="files">Export</h2>
      <ul class="lines">
        {FILES.map(({ path, name, label, note }) => (
          <li key={path} class="row">
            <span class="grow">
              {label} <span class="soft small">{note}</span>
            </span>
            <a class="button slim" href={`/console/api${companyPath(path)}`} download>
              <Icon name="export" size={16} /> CSV<span class="unseen"> of {label}</span>
            </a>
            <ExcelButton
              class="button slim"
              name={name}
              csv={() => fetchExport(`/console/api${companyPath(path)}`)}
            >
              Excel<span class="unseen"> of {label}</span>
            </ExcelButton>
          </li>
        ))}
      </ul>
      <p class="soft small">
        <a href={pathTo('numbers', 'locations')}>Locations</a> and{' '}
        <a href={pathTo('numbers', 'numbers')}>numbers</a> are exported from their own lists.
      </p>
    </section>
  );
}

function OnePerson(): VNode {
  return (
    <section class="card part" aria-labelledby="person">
      <h2 id="person">Requests from a person</h2>
      <p>
        When a person asks for their data, open their <a href={pathTo('leads')}>lead</a>. Under “More” you can
        download all of it, or erase it for good.
      </p>
    </section>
  );
}
