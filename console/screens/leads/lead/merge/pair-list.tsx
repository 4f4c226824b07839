/** The list of pairs, each with its two leads side by side, and the keys of the list. */
import type { RefObject, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useStates } from '../../../../api/company.ts';
import { mayWrite } from '../../../../api/user.ts';
import { pathTo, withQuery } from '../../../../address/router.ts';
import { useKey } from '../../../../components/keys.tsx';
import { List } from '../../../../components/list.tsx';
import { RowKeys } from '../../../../components/paging/row-keys.tsx';
import { toastFailure } from '../../../../components/over/toasts.tsx';
import { formatPhone, StateChip, When } from '../../../../components/text/values.tsx';
import { useSaving } from '../../../../forms/saving.ts';
import { nameOf } from '../../lead.ts';
import { decide, leadsOf, type Pair, type PairLead, reasonTexts } from './duplicates.ts';

/** A double click takes at most half a second (Windows). */
const SETTLING_MS = 500;

interface PairsProps {
  pairs: readonly Pair[];
  isDecided: boolean;
  isFormer: boolean;
}

export function Pairs({ pairs, isDecided, isFormer }: PairsProps): VNode {
  return (
    <>
      <div {...useNextFocus(pairs)}>
        <List
          class="pairs"
          caption={isDecided ? 'Pairs that are two people' : 'Pairs of leads'}
          items={pairs}
          keyOf={({ leads }) => leads.map(({ lead_id: id }) => id).join(' ')}
          isFormer={isFormer}
          columns={[
            'Older lead',
            'Newer lead',
            'In common',
            { label: isDecided ? 'Decided' : 'Found', class: 'when', cells: 'when soft' },
            { label: 'Actions', isUnseen: true },
          ]}
          cells={(pair) => {
            const [older, newer] = leadsOf(pair);
            return [
              <OneLead lead={older} isMain />,
              <OneLead lead={newer} />,
              reasonTexts(pair).map((text) => <div key={text}>{text}</div>),
              <When time={pair.dismissed_time ?? pair.found_time} />,
              mayWrite() && <Actions pair={pair} isDecided={isDecided} />,
            ];
          }}
        />
      </div>
      <RowKeys hasMarks={false} />
      {mayWrite() && <PairKeys />}
    </>
  );
}

/**
 * Focuses the pair that takes the place of the one that was decided on. The second of two quick presses, or a key that is held, does
 * not decide on it.
 */
function useNextFocus(pairs: readonly Pair[]): {
  ref: RefObject<HTMLDivElement | null>;
  onFocusCapture: () => void;
  onClickCapture: (event: Event) => void;
} {
  const frame = useRef<HTMLDivElement>(null);
  const [row, movedTime] = [useRef(-1), useRef(0)];
  useLayoutEffect(() => {
    if (row.current < 0 || document.activeElement !== document.body) return;
    const links = [...(frame.current?.querySelectorAll<HTMLElement>('.main') ?? [])];
    links[Math.min(row.current, links.length - 1)]?.focus();
    movedTime.current = Date.now();
  }, [pairs]);
  return {
    ref: frame,
    onFocusCapture: () => {
      const rows = [...(frame.current?.querySelectorAll('tbody tr') ?? [])];
      row.current = rows.findIndex((each) => each.contains(document.activeElement));
    },
    onClickCapture: (event) => {
      if (Date.now() - movedTime.current > SETTLING_MS) return;
      movedTime.current = Date.now();
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function OneLead({ lead, isMain = false }: { lead: PairLead; isMain?: boolean }): VNode {
  const { data: states } = useStates();
  return (
    <>
      <a class={isMain ? 'main' : undefined} dir="auto" href={pathTo('leads', lead.lead_id)}>
        {nameOf(lead)}
      </a>
      {lead.phones?.map(({ phone, extension }) => (
        <span key={phone} class="under nowrap">
          {formatPhone(phone)}
          {extension && ` ext. ${extension}`}
        </span>
      ))}
      {lead.emails?.map(({ email }) => (
        <span key={email} class="under">
          {email}
        </span>
      ))}
      <span class="under">
        <StateChip state={lead.state} states={states} /> {lead.assigned_to?.name}
      </span>
    </>
  );
}

function Actions({ pair, isDecided }: { pair: Pair; isDecided: boolean }): VNode {
  const [older, newer] = leadsOf(pair);
  const names = `${nameOf(older)} and ${nameOf(newer)}`;
  const { isBusy, save } = useSaving(() =>
    decide(pair, isDecided ? 'restore' : 'dismiss').catch(toastFailure),
  );
  return (
    <div class="row tight">
      {!isDecided && (
        <a
          class="button slim"
          data-press="merge"
          aria-label={`Merge ${names}`}
          href={withQuery({ over: 'merge', lead: older.lead_id, with: newer.lead_id })}
        >
          Merge
        </a>
      )}
      <button
        type="button"
        class="button slim"
        data-press="decide"
        aria-label={isDecided ? `Back to the list: ${names}` : `Two people: ${names}`}
        disabled={isBusy}
        onClick={() => save()}
      >
        {isDecided ? 'Back to the list' : 'Two people'}
      </button>
    </div>
  );
}

/** Presses the buttons of the focused pair by keys. */
function PairKeys(): VNode {
  const [mergeKey, decideKey] = [useKey('m'), useKey('t')];
  const press = (which: string): void =>
    document.activeElement?.closest('tr')?.querySelector<HTMLElement>(`[data-press="${which}"]`)?.click();
  return (
    <div class="unseen">
      <button ref={mergeKey} type="button" tabIndex={-1} onClick={() => press('merge')}>
        Merge the pair
      </button>
      <button ref={decideKey} type="button" tabIndex={-1} onClick={() => press('decide')}>
        Two people, or back to the list
      </button>
    </div>
  );
}
