/** The leads: the list of them, or one. */
import type { VNode } from 'preact';
import { Lazy, part } from '../../components/lazy.tsx';
import { place } from '../../router.ts';
import { LeadList } from './lead-list.tsx';

const loadLead = part('lead', async () => (await import('../lead/screen.tsx')).LeadScreen);

export function LeadsScreen(): VNode {
  const [leadId] = place.value.rest;
  return leadId === undefined || leadId === '' ? <LeadList /> : <Lazy key={leadId} load={loadLead} />;
}
