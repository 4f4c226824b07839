/** The company: its options, its own name and logo, lists, webhooks, chat channels, conversions, log and retention periods. */
import type { ComponentType, VNode } from 'preact';
import { later } from '../../components/parts/lazy.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { place } from '../../address/router.ts';
import { CurrencyList } from './lists/currency-list.tsx';
import { FieldList } from './lists/field-list.tsx';
import { GroupList } from './lists/group-list.tsx';
import { OptionsForm } from './options/options-form.tsx';
import { TemplateList } from './lists/template-list.tsx';
import { StateList } from './lists/state-list.tsx';

const TABS = [
  ['options', 'Options'],
  ['brand', 'Name and logo'],
  ['states', 'States'],
  ['fields', 'Fields'],
  ['groups', 'Groups'],
  ['currencies', 'Currencies'],
  ['templates', 'Templates'],
  ['rules', 'Rules'],
  ['webhooks', 'Webhooks'],
  ['chat', 'Chat'],
  ['conversions', 'Conversions'],
  ['log', 'Log'],
  ['data', 'Data'],
] as const;

const PARTS: Record<string, ComponentType> = {
  brand: later(async () => (await import('./brand/brand.tsx')).BrandPart),
  states: StateList,
  fields: FieldList,
  groups: GroupList,
  currencies: CurrencyList,
  templates: TemplateList,
  rules: later(async () => (await import('./rules/rule-list.tsx')).Rules),
  webhooks: later(async () => (await import('./webhooks/webhook-list.tsx')).Webhooks),
  chat: later(async () => (await import('./chat/channel-list.tsx')).ChatChannels),
  conversions: later(async () => (await import('./conversions/conversions.tsx')).Conversions),
  log: later(async () => (await import('./data/log.tsx')).Log),
  data: later(async () => (await import('./data/data.tsx')).Data),
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
