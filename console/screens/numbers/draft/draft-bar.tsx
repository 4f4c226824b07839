/** The number of unpublished changes, and buttons to review or discard them. */
import type { VNode } from 'preact';
import { toast } from '../../../components/over/toasts.tsx';
import { plural } from '../../../components/text/values.tsx';
import { withQuery } from '../../../address/router.ts';
import { discardDraft, restoreDraft, type Settings } from './draft.ts';

export function DraftBar({ settings: { changes } }: { settings: Settings }): VNode {
  const discard = (): void => {
    const before = discardDraft();
    toast('Changes discarded.', () => {
      restoreDraft(before);
      return Promise.resolve();
    });
  };
  return (
    <div class="row">
      <output class="soft">
        {changes === 0 ? 'Everything is published.' : plural(changes, 'unpublished change')}
      </output>
      {changes > 0 && (
        <>
          <button type="button" class="button plain" onClick={discard}>
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
