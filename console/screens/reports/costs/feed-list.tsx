/** Files of costs that are read every morning: what the last reading brought, and the log of each with its way back. */
import type { VNode } from 'preact';
import { useResource } from '../../../api/resource.ts';
import { place, withQuery } from '../../../address/router.ts';
import { Titled } from '../../../components/list.tsx';
import { toast, toastFailure } from '../../../components/over/toasts.tsx';
import { later } from '../../../components/parts/lazy.tsx';
import { Table } from '../../../components/table.tsx';
import { StatusChip } from '../../../components/text/status-chip.tsx';
import { When } from '../../../components/text/values.tsx';
import { useSaving } from '../../../forms/saving.ts';
import { takeBack } from './costs-changed.ts';
import { changeFeed, type Feed, feedPath, type FeedRun, readFeed, removeFeed, runText } from './feed.ts';

const FeedForm = later<{ feed: Feed | undefined }>(async () => (await import('./feed-form.tsx')).FeedForm);

/** Shows the files, if there are any, and the form of one. */
export function FeedList(): VNode {
  const { data: feeds = [] } = useResource<Feed[]>(feedPath());
  const { query, over } = place.value;
  const key = query.get('key');
  const chosen = feeds.find(({ feed_id: id }) => id === key);
  return (
    <>
      {feeds.length > 0 && (
        <Titled class="cost-feeds" id="feeds" title="Read every morning">
          {feeds.map((feed) => (
            <FeedCard key={feed.feed_id} feed={feed} />
          ))}
        </Titled>
      )}
      {over === 'cost-feed' && (key === null || chosen !== undefined) && <FeedForm key={key} feed={chosen} />}
    </>
  );
}

function FeedCard({ feed }: { feed: Feed }): VNode {
  const { feed_id: id, name, host, state, runs } = feed;
  const pause = (): Promise<void> =>
    state === 'active'
      ? changeFeed(id, { state: 'paused' }, 'Paused. The file is not read until you resume it.')
      : changeFeed(id, { state: 'active' }, 'Resumed. The file is read now.');
  return (
    <div class="card padded">
      <div class="row">
        <a class="main" href={withQuery({ over: 'cost-feed', key: id })}>
          {name}
        </a>
        <span class="soft">{host}</span>
        <State feed={feed} />
      </div>
      <Readings feed={feed} />
      <div class="row">
        <Action of={name} label="Read now" act={() => readFeed(id)} />
        <Action of={name} label={state === 'active' ? 'Pause' : 'Resume'} act={pause} />
        <Action of={name} label="Remove" act={() => remove(feed)} />
      </div>
      <details>
        <summary>Last readings</summary>
        <Runs runs={runs} />
      </details>
    </div>
  );
}

/** A button, whose name for screen readers says what it is about. */
function Action({ of, label, act }: { of: string; label: string; act: () => Promise<void> }): VNode {
  const { isBusy, save } = useSaving(() => act().catch(toastFailure));
  return (
    <button
      type="button"
      class="button"
      aria-label={`${label}: ${of}`}
      disabled={isBusy}
      onClick={() => save()}
    >
      {label}
    </button>
  );
}

function State({ feed: { state, runs } }: { feed: Feed }): VNode {
  if (state === 'paused') return <StatusChip kind="waiting" label="Paused" />;
  const isGood = (runs[0]?.error ?? null) === null;
  return isGood ? <StatusChip kind="good" label="Read" /> : <StatusChip kind="bad" label="Failing" />;
}

/** Says what came of the last reading, and when the next one is. */
function Readings({ feed: { runs, next_time: next } }: { feed: Feed }): VNode {
  const [last] = runs;
  return (
    <p>
      {last !== undefined && (
        <>
          <When time={last.time} />: {last.error ?? `${runText(last)}.`}{' '}
        </>
      )}
      {next !== null && (
        <>
          Next reading: <When time={next} />
        </>
      )}
    </p>
  );
}

/** The last readings of a file, each with its way back. */
function Runs({ runs }: { runs: readonly FeedRun[] }): VNode {
  return (
    <Table caption="The last readings" columns={['When', 'Result', { label: 'Actions', isUnseen: true }]}>
      {runs.map((run) => (
        <tr key={run.time}>
          <th scope="row">
            <When time={run.time} />
          </th>
          <td>{run.error ?? runText(run)}</td>
          <td class="number">{run.import_id !== null && <TakeBack run={run} id={run.import_id} />}</td>
        </tr>
      ))}
    </Table>
  );
}

function TakeBack({ run, id }: { run: FeedRun; id: string }): VNode {
  const back = async (): Promise<void> => {
    await takeBack(id);
    toast('Its costs are as they were before. The file is paused, since it would bring them again.');
  };
  return <Action of={runText(run)} label="Take back" act={back} />;
}

/** Removes a file after confirmation, because its address and its log cannot be restored. */
async function remove({ feed_id: id, name }: Feed): Promise<void> {
  if (window.confirm(`Read ${name} no more, and remove its log? Its costs stay.`)) await removeFeed(id);
}
