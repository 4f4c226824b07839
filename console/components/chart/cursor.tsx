/**
 * Moves over a chart with the pointer or the keyboard. It is a range input over the plot, so arrow keys, Home, End and
 * screen readers work as with any slider.
 */
import type { VNode } from 'preact';

interface CursorProps {
  /** The label for screen readers. */
  label: string;
  /** The number of positions. */
  count: number;
  /** The current position; undefined without one. */
  at: number | undefined;
  /** Says what is at the current position. */
  text: string;
  move: (to: number | undefined) => void;
  /** Returns the position below the pointer. @param x share of the width @param y share of the height */
  find: (x: number, y: number) => number;
  /** Positions in a row, if there are several rows: the arrows up and down then change the row. */
  rowLength?: number;
}

export function Cursor({ label, count, at, text, move, find, rowLength }: CursorProps): VNode {
  const follow = (event: PointerEvent & { currentTarget: HTMLInputElement }): void => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    move(find((event.clientX - left) / width, (event.clientY - top) / height));
  };
  const turn = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (rowLength === undefined || step === 0) return;
    event.preventDefault();
    const to = (at ?? 0) + step * rowLength;
    if (to >= 0 && to < count) move(to);
  };
  return (
    <input
      type="range"
      class="cursor"
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={count - 1}
      value={at ?? count - 1}
      onInput={({ currentTarget: { value } }) => move(Number(value))}
      onKeyDown={turn}
      onFocus={() => at === undefined && move(count - 1)}
      onBlur={() => move(undefined)}
      onPointerMove={follow}
      onPointerDown={(event) => {
        // The slider's thumb would go to another position than the pointer's.
        event.preventDefault();
        follow(event);
      }}
      onPointerLeave={({ currentTarget }) => document.activeElement !== currentTarget && move(undefined)}
    />
  );
}
