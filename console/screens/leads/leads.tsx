/** The leads: the list of them, or one. */
import type { VNode } from 'preact';
import { Lazy, part } from '../../components/lazy.tsx';
import { place } from '../../router.ts';
import { askAheadForList, LeadList } from './lead-list.tsx';

const loadLead = part('lead', async () => (await import('../lead/screen.tsx')).LeadScreen);

/** Asks for the list before it is known who is there. */
export function askAheadForLeads(): void {
  if (isList()) askAheadForList();
}

export function LeadsScreen(): VNode {
  return isList() ? <LeadList /> : <Lazy key={place.value.rest[0]} load={loadLead} />;
}

function isList(): boolean {
  const [leadId = ''] = place.value.rest;
  return leadId === '';
}
