/** A table with nothing to press in it, which scrolls by itself. */
import type { ComponentChildren, VNode } from 'preact';

interface ScrollingTableProps {
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** Takes the focus, since keys have to reach what they scroll (axe, `scrollable-region-focusable`). */
export function ScrollingTable({ label, class: className = '', children }: ScrollingTableProps): VNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what the rule is for is not to stop at what does nothing; this scrolls
    <section class={`table-frame ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
