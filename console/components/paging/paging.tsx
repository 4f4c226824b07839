/** Shows the position in a long list, with links to the previous and next page. The page is in the URL. */
import type { VNode } from 'preact';
import { go, withQuery } from '../../address/router.ts';
import { Icon } from '../icon.tsx';
import { formatCount } from '../text/values.tsx';

export const PAGE_SIZES = [50, 100, 200] as const;

interface PagingProps {
  /** The index of the first row shown, from 0. */
  start: number;
  size: number;
  /** Rows on all pages. */
  total: number;
}

export function Paging({ start, size, total }: PagingProps): VNode {
  const last = Math.min(start + size, total);
  return (
    <nav class="pages" aria-label="Pages">
      <span>
        {formatCount(Math.min(start + 1, total))}–{formatCount(last)} of {formatCount(total)}
      </span>
      <select
        aria-label="Rows a page"
        value={String(size)}
        onChange={(event) => go(withQuery({ size: event.currentTarget.value, start: undefined }))}
      >
        {PAGE_SIZES.map((option) => (
          <option key={option} value={String(option)}>
            {option} rows
          </option>
        ))}
      </select>
      <Step to={start - size} isThere={start > 0} label="Previous page" icon="left" />
      <Step to={last} isThere={last < total} label="Next page" icon="right" />
    </nav>
  );
}

function Step({
  to,
  isThere,
  label,
  icon,
}: {
  to: number;
  isThere: boolean;
  label: string;
  icon: 'left' | 'right';
}): VNode {
  if (!isThere) {
    return (
      <button type="button" class="button icon" aria-label={label} disabled>
        <Icon name={icon} />
      </button>
    );
  }
  return (
    <a
      class="button icon"
      aria-label={label}
      href={withQuery({ start: to > 0 ? String(to) : undefined })}
      onClick={() => window.scrollTo(0, 0)}
    >
      <Icon name={icon} />
    </a>
  );
}
