/** The leads: the list of them, those that were removed, or one. */
import type { ComponentType, VNode } from 'preact';
import { Lazy, part } from '../../components/parts/lazy.tsx';
import { place } from '../../address/router.ts';
import { askAheadForList, LeadList } from './lead-list.tsx';

const loadLead = part('lead', async () => (await import('../lead/screen.tsx')).LeadScreen);

const loadRemoved = async (): Promise<ComponentType> => (await import('../removed/screen.tsx')).RemovedScreen;

/** Asks for the list before it is known who is there. */
export function askAheadForLeads(): void {
  if (isList()) askAheadForList();
}

export function LeadsScreen(): VNode {
  const [path] = place.value.rest;
  if (path === 'removed') return <Lazy key={path} load={loadRemoved} />;
  return isList() ? <LeadList /> : <Lazy key={path} load={loadLead} />;
}

function isList(): boolean {
  const [leadId = ''] = place.value.rest;
  return leadId === '';
}
