/** The keys of a list: the next row, the one before. Enter opens it, as it does with every link. */
import type { VNode } from 'preact';
import { useKey } from '../../components/keys.tsx';

const ROWS = '.table .main';

export function RowKeys(): VNode {
  const next = useKey('j');
  const previous = useKey('k');
  return (
    <div class="unseen">
      <button ref={next} type="button" tabIndex={-1} onClick={() => move(1)}>
        Next row
      </button>
      <button ref={previous} type="button" tabIndex={-1} onClick={() => move(-1)}>
        Previous row
      </button>
    </div>
  );
}

function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement));
  const to = at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1);
  rows[to]?.focus();
}
