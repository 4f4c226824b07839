/** Who rings: the rules for all calls, and those of each location and number that differ. */
import type { VNode } from 'preact';
import { AddLink } from '../../components/add-link.tsx';
import { Table } from '../../components/table.tsx';
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
    <section aria-labelledby="who-rings">
      <div class="row">
        <h2 id="who-rings" class="grow">
          Who rings
        </h2>
        <AddLink over="rules" label="Rules for a number" />
      </div>
      <div class="card">
        <Table class="entries" caption="Rules for calls" columns={['Calls to', 'Rules']}>
          {scopes.map((scope) => {
            const summary = summaryOf(rulesIn(settings, scope), names);
            const otherwise =
              scope.kind === 'defaults' ? 'the location rings, then voicemail' : 'as all calls';
            return (
              <tr key={scopeKey(scope)}>
                <th scope="row">
                  <a class="main" href={withQuery({ over: 'rules', key: scopeKey(scope) })}>
                    {scopeName(scope, names)}
                  </a>
                </th>
                <td>{summary === '' ? <span class="soft">{otherwise}</span> : summary}</td>
              </tr>
            );
          })}
        </Table>
      </div>
    </section>
  );
}
