/** The number of unpublished changes, and buttons to review or discard them. */
import type { VNode } from 'preact';
import { toast } from '../../components/over/toasts.tsx';
import { plural } from '../../components/text/values.tsx';
import { withQuery } from '../../address/router.ts';
import { differencesOf } from './differences.ts';
import { discardDraft, type Settings } from './draft.ts';
import type { Undo } from './kept-draft.ts';

/** The bar of the draft of the numbers. */
export function DraftBar({ settings: { base, settings } }: { settings: Settings }): VNode {
  const changes = base === undefined || settings === undefined ? 0 : differencesOf(base, settings).length;
  return <ChangesBar changes={changes} discard={discardDraft} />;
}

interface ChangesBarProps {
  changes: number;
  discard: () => Undo;
}

/** The bar of any draft. */
export function ChangesBar({ changes, discard }: ChangesBarProps): VNode {
  const drop = (): void => toast('Changes discarded.', discard());
  return (
    <div class="row">
      <output class="soft">
        {changes === 0 ? 'Everything is published.' : plural(changes, 'unpublished change')}
      </output>
      {changes > 0 && (
        <>
          <button type="button" class="button plain" onClick={drop}>
            Discard
          </button>
          <a class="button primary" href={withQuery({ over: 'review', key: undefined })}>
            Review and publish
          </a>
        </>
      )}
    </div>
  );
}
