/** The inbox: who waits for an answer to a call, text or form, one row a person, and reminders that are due; the earliest due time first. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RemindersBody } from '../../../worker/core/leads/reminders/reference.ts';
import { companyPath } from '../../api/company.ts';
import { changed, useResource } from '../../api/resource.ts';
import { place, withQuery } from '../../address/router.ts';
import { Icon } from '../../components/icon.tsx';
import { keysAreOn, useKey } from '../../components/keys.tsx';
import { Empty } from '../../components/notice.tsx';
import { Pages } from '../../components/paging/pages.tsx';
import { later, loadAhead } from '../../components/parts/lazy.tsx';
import { Read } from '../../components/read.tsx';
import type { OpenReminder } from './actions.tsx';
import type { AnsweringProps } from './answering.tsx';
import { type Move, useCurrent } from './current.ts';
import { Row } from './row.tsx';
import { useSeen } from './seen.ts';
import { useSpoken } from './spoken.ts';

/** Whose reminders are shown, by the value of `assigned_to`. */
const OWNERS = [
  ['', 'All'],
  ['me', 'Mine'],
  ['none', 'Unassigned'],
] as const;

const KEYS = [
  ['J', 'next'],
  ['K', 'previous'],
  ['T', 'text'],
  ['M', 'e-mail'],
  ['C', 'call'],
  ['A', 'assign'],
  ['D', 'done'],
  ['L', 'later'],
  ['X', 'no answer needed'],
  ['Z', 'undo'],
  ['?', 'all keys'],
] as const;

const EARLIEST_FIRST = { order: 'Earliest first', first: 'Earliest', next: 'Later' };

const loadAnswering = async () => (await import('./answering.tsx')).Answering;
const Answering = later<AnsweringProps>(loadAnswering);

export function InboxScreen(): VNode {
  const { query, over } = place.value;
  const owner = query.get('assigned_to') ?? '';
  const cursor = query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams({
    size: '50',
    ...(owner === '' ? {} : { assigned_to: owner }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const shown = useResource<RemindersBody>(companyPath(`/reminders?${parameters}`));
  const reminders = shown.data?.reminders ?? [];
  const current = useCurrent(reminders.map(({ event }) => event.data.event_id));
  useEffect(() => loadAhead(loadAnswering), []);
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Inbox</h1>
        {reminders.length > 1 && <Steps move={current.move} />}
      </div>
      <Owners current={owner} />
      {reminders.length > 0 && <KeysInShort />}
      <div class="list-main" aria-busy={shown.isFormer || shown.isBusy}>
        <Read shown={shown}>
          {({ next_cursor: next }) => (
            <>
              {reminders.length === 0 ? (
                <Nothing isNarrowed={owner !== ''} />
              ) : (
                <Rows reminders={reminders} isFormer={shown.isFormer} current={current} />
              )}
              <Pages isFirst={cursor === undefined} next={next} words={EARLIEST_FIRST} />
            </>
          )}
        </Read>
      </div>
      {over === 'thread' && <Answering reminders={shown.data?.reminders} />}
    </>
  );
}

interface RowsProps {
  reminders: readonly OpenReminder[];
  isFormer: boolean;
  current: ReturnType<typeof useCurrent>;
}

function Rows({
  reminders,
  isFormer,
  current: { currentId, list, refuseIfMoved, notice },
}: RowsProps): VNode {
  const spoken = useSpoken(reminders);
  const isSeen = useSeen(reminders.find(({ event }) => event.data.event_id === currentId));
  useLapses(reminders);
  return (
    <ol
      ref={list}
      class={`card inbox ${isFormer ? 'is-former' : ''}`}
      onClickCapture={refuseIfMoved}
      onFocusCapture={notice}
    >
      {reminders.map((reminder) => {
        const { event_id: id } = reminder.event.data;
        return (
          <Row
            key={id}
            reminder={reminder}
            spoken={spoken}
            isCurrent={id === currentId}
            isSeen={isSeen(reminder)}
          />
        );
      })}
    </ol>
  );
}

/** Reads the list again once somebody who was at a row has gone away without a word. */
function useLapses(reminders: readonly OpenReminder[]): void {
  const ends = reminders.flatMap(({ taken }) => (taken === undefined ? [] : Date.parse(taken.until)));
  const next = Math.min(...ends);
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(
      () => changed(companyPath('/reminders')),
      Math.max(next - Date.now(), 0) + 1_000,
    );
    return () => clearTimeout(timer);
  }, [next]);
}

/** Goes to the row before or after, by key too. */
function Steps({ move }: { move: Move }): VNode {
  const [previousKey, nextKey] = [useKey('k'), useKey('j')];
  return (
    <div class="row tight">
      <button
        ref={previousKey}
        type="button"
        class="button plain icon"
        aria-label="Previous person"
        title="Previous person"
        onClick={() => move(-1)}
      >
        <Icon name="up" size={16} />
      </button>
      <button
        ref={nextKey}
        type="button"
        class="button plain icon next"
        aria-label="Next person"
        title="Next person"
        onClick={() => move(1)}
      >
        <Icon name="up" size={16} />
      </button>
    </div>
  );
}

/** The keys in short, where there is room and probably a keyboard. All are in the list of shortcuts. */
function KeysInShort(): VNode | null {
  if (!keysAreOn.value) return null;
  return (
    <p class="keys-in-short small soft">
      {KEYS.map(([key, name]) => (
        <span key={key}>
          <kbd>{key}</kbd> {name}
        </span>
      ))}
    </p>
  );
}

function Owners({ current }: { current: string }): VNode {
  return (
    <nav class="tabs" aria-label="Whose">
      <ul>
        {OWNERS.map(([owner, label]) => (
          <li key={owner}>
            <a
              href={withQuery({ assigned_to: owner || undefined, cursor: undefined })}
              aria-current={owner === current ? 'page' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }): VNode {
  return isNarrowed ? (
    <Empty icon="check" text="Nobody waits here.">
      <a class="button" href={withQuery({ assigned_to: undefined })}>
        Show everything
      </a>
    </Empty>
  ) : (
    <Empty
      icon="check"
      text="Nobody waits for an answer. Missed callers, texts and forms appear here until somebody answers them, and so do reminders that you set on a lead."
    />
  );
}
