/** What is known of something, in a list of terms (`dl`). */
import type { ComponentChildren, VNode } from 'preact';

export function Fact({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
