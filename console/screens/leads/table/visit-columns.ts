/** The columns of the list of leads about visits: users choose them, this browser remembers them. */
import { signal } from '@preact/signals';
import { VISIT_MEMBERS, type VisitMember } from '../../../../worker/dni/pure/lead-visits.ts';

const KEPT = 'leadline.lead-columns';

/** The chosen columns, in the order of `VISIT_MEMBERS`. */
export const visitColumns = signal(among((localStorage.getItem(KEPT) ?? '').split(',')));

/** Changes the columns. */
export function chooseVisitColumns(names: readonly string[]): void {
  visitColumns.value = among(names);
  localStorage.setItem(KEPT, visitColumns.value.join(','));
}

function among(names: readonly string[]): VisitMember[] {
  return VISIT_MEMBERS.filter((member) => names.includes(member));
}
