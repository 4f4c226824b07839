/** Who rings: the rules for all calls, and those of each location and number that differ. */
import type { VNode } from 'preact';
import { AddLink, List, Titled } from '../../components/list.tsx';
import { withQuery } from '../../address/router.ts';
import type { DniSettings } from '../draft/dni-settings.ts';
import { useNames } from './names.ts';
import { type PhoneSettings, rulesIn, type Scope, scopeKey } from './phone-settings.ts';
import { scopeName, summaryOf } from './rule-words.ts';

const ALL: Scope = { kind: 'defaults', id: '' };

export function RulesList({ settings, dni }: { settings: PhoneSettings; dni: DniSettings }): VNode {
  const names = useNames();
  const scopes: Scope[] = [
    ALL,
    ...dni.locations.map(({ location_id: id }): Scope => ({ kind: 'locations', id })),
    ...Object.keys(settings.numbers).map((id): Scope => ({ kind: 'numbers', id })),
  ];
  return (
    <Titled id="who-rings" title="Who rings" beside={<AddLink over="rules" label="Rules for a number" />}>
      <List
        class="entries"
        caption="Rules for calls"
        items={scopes}
        keyOf={scopeKey}
        columns={['Calls to', 'Rules']}
        cells={(scope) => [
          <a class="main" href={withQuery({ over: 'rules', key: scopeKey(scope) })}>
            {scopeName(scope, names)}
          </a>,
          summaryOf(rulesIn(settings, scope), names) || <span class="soft">{otherwise(scope)}</span>,
        ]}
      />
    </Titled>
  );
}

/** What happens without rules of its own. */
function otherwise({ kind }: Scope): string {
  return kind === 'defaults' ? 'the location rings, then voicemail' : 'as all calls';
}
