/** Links of a list with a cursor: to the next older page, and back to the newest. */
import type { VNode } from 'preact';
import { Icon } from './icon.tsx';
import { withQuery } from '../address/router.ts';

export function Pages({
  isFirst,
  next,
}: {
  isFirst: boolean;
  next: string | number | undefined;
}): VNode | null {
  if (isFirst && next === undefined) return null;
  return (
    <nav class="pages" aria-label="Pages">
      <span>Newest first</span>
      {!isFirst && (
        <a class="button" href={withQuery({ cursor: undefined })} onClick={() => window.scrollTo(0, 0)}>
          Newest
        </a>
      )}
      {next !== undefined && (
        <a class="button" href={withQuery({ cursor: String(next) })} onClick={() => window.scrollTo(0, 0)}>
          Older <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
