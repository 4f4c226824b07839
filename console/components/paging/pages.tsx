/** Links of a list with a cursor: to the next page, and back to the first. */
import type { VNode } from 'preact';
import { Icon } from '../icon.tsx';
import { withQuery } from '../../address/router.ts';

/** The order of most lists. */
const NEWEST_FIRST = { order: 'Newest first', first: 'Newest', next: 'Older' };

interface PagesProps {
  isFirst: boolean;
  next: string | number | undefined;
  /** The order of the list, and the names of its links. */
  words?: typeof NEWEST_FIRST;
}

export function Pages({ isFirst, next, words = NEWEST_FIRST }: PagesProps): VNode | null {
  if (isFirst && next === undefined) return null;
  return (
    <nav class="pages" aria-label="Pages">
      <span>{words.order}</span>
      {!isFirst && (
        <a class="button" href={withQuery({ cursor: undefined })} onClick={() => window.scrollTo(0, 0)}>
          {words.first}
        </a>
      )}
      {next !== undefined && (
        <a class="button" href={withQuery({ cursor: String(next) })} onClick={() => window.scrollTo(0, 0)}>
          {words.next} <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
