/** A term and its value in a list (`dl`). */
import type { ComponentChildren, VNode } from 'preact';

export function Fact({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
