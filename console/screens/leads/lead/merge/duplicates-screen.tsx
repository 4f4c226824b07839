/** Leads that are likely one person, two side by side: each pair is merged, or kept as two people. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Shown, useResource } from '../../../../api/resource.ts';
import { close, pathTo, place, withQuery } from '../../../../address/router.ts';
import { Icon } from '../../../../components/icon.tsx';
import { Empty, Notice } from '../../../../components/notice.tsx';
import { Dialog } from '../../../../components/over/dialog.tsx';
import { Pages } from '../../../../components/paging/pages.tsx';
import { Read } from '../../../../components/read.tsx';
import { leadPath } from '../lead-actions.ts';
import type { Lead } from '../lead.ts';
import { type Duplicates, duplicatesPath } from './duplicates.ts';
import { Merge } from './merge.tsx';
import { Pairs } from './pair-list.tsx';

/** How soon the list is read again while leads are still being compared. */
const AGAIN_MS = 5_000;
const STRONGEST_FIRST = { order: 'Strongest reason first', first: 'Strongest', next: 'More' };
const LATEST_FIRST = { order: 'Latest first', first: 'Latest', next: 'Earlier' };

export function DuplicatesScreen(): VNode {
  const { query, over } = place.value;
  const isDecided = query.get('dismissed') === 'true';
  const cursor = query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams({
    size: '50',
    ...(isDecided && { dismissed: 'true' }),
    ...(cursor !== undefined && { cursor }),
  });
  const shown = useResource<Duplicates>(duplicatesPath(`?${parameters}`));
  useRefreshes(shown);
  return (
    <>
      <header class="head">
        <h1 tabIndex={-1}>Likely duplicates</h1>
        <a class="button" href={pathTo('leads')}>
          <Icon name="left" /> All leads
        </a>
      </header>
      <Lists isDecided={isDecided} />
      <div class="list-main" aria-busy={shown.isFormer || shown.isBusy}>
        <Read shown={shown}>
          {({ pairs, next_cursor: next, is_complete: isComplete }) => (
            <>
              {!isComplete && (
                <Notice kind="info">Leads are still being compared. More pairs may follow.</Notice>
              )}
              {pairs.length === 0 ? (
                <None isDecided={isDecided} />
              ) : (
                <Pairs pairs={pairs} isDecided={isDecided} isFormer={shown.isFormer} />
              )}
              <Pages
                isFirst={cursor === undefined}
                next={next}
                words={isDecided ? LATEST_FIRST : STRONGEST_FIRST}
              />
            </>
          )}
        </Read>
      </div>
      {over === 'merge' && <MergeOf leadId={query.get('lead') ?? ''} />}
    </>
  );
}

/** Reads the list again until all leads are compared. */
function useRefreshes({ data, resource }: Shown<Duplicates>): void {
  useEffect(() => {
    if (data?.is_complete !== false) return undefined;
    const timer = setTimeout(() => void resource?.refresh(true), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [data, resource]);
}

function Lists({ isDecided }: { isDecided: boolean }): VNode {
  const link = (label: string, dismissed: string | undefined): VNode => (
    <li>
      <a
        href={withQuery({ dismissed, cursor: undefined })}
        aria-current={isDecided === (dismissed !== undefined) ? 'page' : undefined}
      >
        {label}
      </a>
    </li>
  );
  return (
    <nav class="tabs" aria-label="Which pairs">
      <ul>
        {link('To decide', undefined)}
        {link('Two people', 'true')}
      </ul>
    </nav>
  );
}

function None({ isDecided }: { isDecided: boolean }): VNode {
  return isDecided ? (
    <Empty icon="people" text="No pairs. Those that you keep as two people stay here." />
  ) : (
    <Empty
      icon="check"
      text="No likely duplicates. Leads with the same phone, e-mail, or name and postal code appear here."
    />
  );
}

function MergeOf({ leadId }: { leadId: string }): VNode {
  const shown = useResource<Lead>(leadPath(leadId));
  if (shown.data !== undefined) return <Merge lead={shown.data} />;
  return (
    <Dialog title="Merge" size="wide" onClose={() => close(['over', 'with', 'lead'])}>
      <Read shown={shown}>{() => null}</Read>
    </Dialog>
  );
}
