/** Who did what, the newest first. */
import type { VNode } from 'preact';
import { companyPath } from '../../company.ts';
import { Empty } from '../../components/notice.tsx';
import { Read } from '../../components/read.tsx';
import { When } from '../../components/values.tsx';
import { place } from '../../router.ts';
import { useResource } from '../../resource.ts';
import { Pages } from '../../components/pages.tsx';

/** An entry of the log. */
interface Entry {
  time: string;
  actor: string;
  actor_name?: string;
  action: string;
  subject: string;
  request_id: string;
}

export function Log(): VNode {
  const cursor = place.value.query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams(cursor === undefined ? {} : { cursor });
  const shown = useResource<{ entries: Entry[]; next_cursor?: string }>(companyPath(`/audit?${parameters}`));
  return (
    <Read shown={shown}>
      {({ entries, next_cursor: next }) =>
        entries.length === 0 ? (
          <Empty icon="clock" text="Nothing has been done yet that the log holds." />
        ) : (
          <>
            <EntryTable entries={entries} />
            <Pages isFirst={cursor === undefined} next={next} />
          </>
        )
      }
    </Read>
  );
}

function EntryTable({ entries }: { entries: readonly Entry[] }): VNode {
  return (
    <div class="card">
      <table class="table log">
        <caption class="unseen">Log</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Who</th>
            <th scope="col" class="on-medium">
              Of what
            </th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={`${entry.request_id}${entry.action}${entry.subject}`}>
              <th scope="row">{words(entry.action)}</th>
              <td>{entry.actor_name ?? entry.actor}</td>
              <td class="on-medium soft subject">{entry.subject}</td>
              <td class="soft">
                <When time={entry.time} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `user.modified` as `User modified`. */
function words(action: string): string {
  const text = action.replaceAll(/[._]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
