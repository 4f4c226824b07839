/** The leads. */
import type { VNode } from 'preact';

export function LeadsScreen(): VNode {
  return <h1 tabIndex={-1}>Leads</h1>;
}
