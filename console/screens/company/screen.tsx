/** The company: how it works with leads, what it calls things, and who did what. */
import type { VNode } from 'preact';
import { Tabs } from '../../components/tabs.tsx';
import { place } from '../../router.ts';
import { FieldList } from './field-list.tsx';
import { GroupList } from './group-list.tsx';
import { Log } from './log.tsx';
import { OptionsForm } from './options-form.tsx';
import { StateList } from './state-list.tsx';

const TABS = [
  ['options', 'Options'],
  ['states', 'States'],
  ['fields', 'Fields'],
  ['groups', 'Groups'],
  ['log', 'Log'],
] as const;

const PARTS: Record<string, () => VNode> = {
  states: StateList,
  fields: FieldList,
  groups: GroupList,
  log: Log,
};

export function CompanyScreen(): VNode {
  const tab = place.value.rest[0] ?? 'options';
  const Part = PARTS[tab] ?? OptionsForm;
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Company</h1>
      </div>
      <Tabs screen="company" label="Parts" tabs={TABS} current={tab} />
      <Part key={tab} />
    </>
  );
}
