/** A frame for a scrolling table without links or buttons. */
import type { ComponentChildren, VNode } from 'preact';

interface ScrollingTableProps {
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** Can be focused, so that it can be scrolled by keyboard (axe, `scrollable-region-focusable`). */
export function ScrollingTable({ label, class: className = '', children }: ScrollingTableProps): VNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the focus has a use here
    <section class={`table-frame ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
