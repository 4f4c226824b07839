/** The company: its options, lists, webhooks, conversions, log and retention periods. */
import type { VNode } from 'preact';
import { Tabs } from '../../components/tabs.tsx';
import { place } from '../../address/router.ts';
import { Conversions } from './conversions/conversions.tsx';
import { CurrencyList } from './lists/currency-list.tsx';
import { Data } from './data/data.tsx';
import { FieldList } from './lists/field-list.tsx';
import { GroupList } from './lists/group-list.tsx';
import { Log } from './data/log.tsx';
import { OptionsForm } from './options-form.tsx';
import { StateList } from './lists/state-list.tsx';
import { Webhooks } from './webhooks/webhook-list.tsx';

const TABS = [
  ['options', 'Options'],
  ['states', 'States'],
  ['fields', 'Fields'],
  ['groups', 'Groups'],
  ['currencies', 'Currencies'],
  ['webhooks', 'Webhooks'],
  ['conversions', 'Conversions'],
  ['log', 'Log'],
  ['data', 'Data'],
] as const;

const PARTS: Record<string, () => VNode> = {
  states: StateList,
  fields: FieldList,
  groups: GroupList,
  currencies: CurrencyList,
  webhooks: Webhooks,
  conversions: Conversions,
  log: Log,
  data: Data,
};

export function CompanyScreen(): VNode {
  const tab = place.value.rest[0] ?? 'options';
  const Part = (Object.hasOwn(PARTS, tab) ? PARTS[tab] : undefined) ?? OptionsForm;
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Company</h1>
      </div>
      <Tabs screen="company" label="Sections" tabs={TABS} current={tab} />
      <Part key={tab} />
    </>
  );
}
