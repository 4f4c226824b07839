/** Keyboard shortcuts of a list: next row, previous row, and select, where rows have a box for it. Enter opens the link. */
import type { VNode } from 'preact';
import { useKey } from '../keys.tsx';

const ROWS = '.table .main';

export function RowKeys({ hasMarks = true }: { hasMarks?: boolean }): VNode {
  const next = useKey('j');
  const previous = useKey('k');
  const mark = useKey('x');
  return (
    <div class="unseen">
      <button ref={next} type="button" tabIndex={-1} onClick={() => move(1)}>
        Next row
      </button>
      <button ref={previous} type="button" tabIndex={-1} onClick={() => move(-1)}>
        Previous row
      </button>
      {hasMarks && (
        <button ref={mark} type="button" tabIndex={-1} onClick={toggle}>
          Select the row
        </button>
      )}
    </div>
  );
}

/** Toggles the selection of the focused row. */
function toggle(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
}

function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement));
  const to = at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1);
  rows[to]?.focus();
}
