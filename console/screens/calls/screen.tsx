/** Calls and texts, newest first. */
import type { VNode } from 'preact';
import { Tabs } from '../../components/tabs.tsx';
import { Icon } from '../../components/icon.tsx';
import { pathTo, place } from '../../address/router.ts';
import { CallList } from './call-list.tsx';
import { TextList } from './text-list.tsx';

const TABS = [
  ['list', 'Calls'],
  ['texts', 'Texts'],
] as const;

export function CallsScreen(): VNode {
  const tab = place.value.rest[0] ?? 'list';
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Calls</h1>
        <a class="button" href={pathTo('to-do')}>
          <Icon name="bell" /> To do
        </a>
      </div>
      <Tabs screen="calls" label="Calls and texts" tabs={TABS} current={tab} />
      {tab === 'texts' ? <TextList /> : <CallList />}
    </>
  );
}
