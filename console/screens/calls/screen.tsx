/** Calls and texts, newest first. */
import type { VNode } from 'preact';
import { isManager, mayWrite } from '../../api/user.ts';
import { later } from '../../components/parts/lazy.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Icon } from '../../components/icon.tsx';
import { pathTo, place } from '../../address/router.ts';
import { CallList } from './call-list.tsx';
import { TextList } from './text-list.tsx';

const TABS = [
  ['list', 'Calls'],
  ['texts', 'Texts'],
] as const;
const OPT_OUTS = ['opt-outs', 'Opt-outs'] as const;

const OptOuts = later(async () => (await import('./opt-outs.tsx')).OptOuts);

export function CallsScreen(): VNode {
  const tab = place.value.rest[0] ?? 'list';
  // Agents may not see all leads, and so not all opt-outs.
  const mayLift = isManager();
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Calls</h1>
        {mayWrite() && (
          <a class="button" href={pathTo('inbox')}>
            <Icon name="inbox" /> Inbox
          </a>
        )}
      </div>
      <Tabs
        screen="calls"
        label="Calls and texts"
        tabs={mayLift ? [...TABS, OPT_OUTS] : TABS}
        current={tab}
      />
      {tab === 'texts' ? <TextList /> : tab === 'opt-outs' && mayLift ? <OptOuts /> : <CallList />}
    </>
  );
}
