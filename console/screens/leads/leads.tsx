/** The screen of leads: the list, likely duplicates, removed leads, or one lead. */
import type { ComponentType, VNode } from 'preact';
import { Lazy, part } from '../../components/parts/lazy.tsx';
import { place } from '../../address/router.ts';
import { prefetchList, LeadList } from './lead-list.tsx';

const loadLead = part('lead', async () => (await import('./lead/screen.tsx')).LeadScreen);

const loadRemoved = async (): Promise<ComponentType> => (await import('./removed/screen.tsx')).RemovedScreen;

const loadDuplicates = part(
  'lead',
  async () => (await import('./lead/merge/duplicates-screen.tsx')).DuplicatesScreen,
);

/** Prefetches the list before the session is known. */
export function prefetchLeads(): void {
  if (isList()) prefetchList();
}

export function LeadsScreen(): VNode {
  const [path] = place.value.rest;
  if (path === 'duplicates') return <Lazy key={path} load={loadDuplicates} />;
  if (path === 'removed') return <Lazy key={path} load={loadRemoved} />;
  return isList() ? <LeadList /> : <Lazy key={path} load={loadLead} />;
}

function isList(): boolean {
  const [leadId = ''] = place.value.rest;
  return leadId === '';
}
