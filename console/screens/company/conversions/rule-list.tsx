/** The rules that say what is reported, and what each would have reported of the last 30 days. */
import type { VNode } from 'preact';
import { Example } from '../../../components/text/example.tsx';
import { pathTo, place, withQuery } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { AddableList } from '../../../components/add-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import { StatusChip } from '../../../components/text/status-chip.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { Read } from '../../../components/read.tsx';
import { Table } from '../../../components/table.tsx';
import type { PreviewBody } from '../../../../worker/core/conversions/answer-schema.ts';
import { type Platform, type Rule, valueText, whenText } from './conversion.ts';
import { changeRule, conversionsPath, newest, removeRule } from './conversion-actions.ts';
import { RuleForm } from './rule-form.tsx';
import { PreviewTexts } from './rule-preview.tsx';

const EXAMPLE = [['Calls of a minute or more', '$50 each', 'Google Ads, Meta']] as const;

interface RuleListProps {
  platforms: readonly Platform[];
}

export function RuleList({ platforms }: RuleListProps): VNode {
  const shown = useResource<Rule[]>(conversionsPath('/rules'));
  const { data: preview } = useResource<PreviewBody>(conversionsPath('/preview'));
  const { over, query } = place.value;
  const ruleId = query.get('id') ?? undefined;
  return (
    <section class="conversion-part" aria-labelledby="rules">
      <h2 id="rules">Rules</h2>
      <Read shown={shown}>
        {(rules) => (
          <AddableList
            over="rule"
            label="Add a rule"
            icon="filter"
            empty="No rules yet. A rule says which calls or texts count as a conversion, and what each is worth."
            example={<Example rows={EXAMPLE} />}
            isEmpty={rules.length === 0}
          >
            <RuleTable rules={rules} platforms={platforms} preview={preview} />
          </AddableList>
        )}
      </Read>
      {over === 'rule' && <RuleForm key={ruleId} ruleId={ruleId} platforms={platforms} />}
    </section>
  );
}

interface RuleTableProps extends RuleListProps {
  rules: readonly Rule[];
  preview: PreviewBody | undefined;
}

function RuleTable({ rules, platforms, preview }: RuleTableProps): VNode {
  return (
    <div class="card">
      <Table
        class="conversions"
        caption="Rules"
        columns={[
          'Rule',
          { label: 'Value', class: 'on-medium' },
          'State',
          { label: 'Actions', isUnseen: true },
        ]}
      >
        {rules.map((rule) => (
          <tr key={rule.rule_id}>
            <th scope="row">
              <a class="main" href={withQuery({ over: 'rule', id: rule.rule_id })}>
                {rule.name}
              </a>
              <span class="under">{whenText(rule)}</span>
              <PreviewTexts
                platforms={platforms}
                previewed={preview?.rules.find(({ rule_id: id }) => id === rule.rule_id)?.platforms}
              />
            </th>
            <td class="on-medium">{valueText(rule)}</td>
            <td>
              <State rule={rule} />
            </td>
            <td>
              <Actions rule={rule} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function State({ rule: { rule_id: id, state, restating: isRestating } }: { rule: Rule }): VNode {
  return (
    <>
      <StatusChip
        kind={state === 'active' ? 'good' : 'waiting'}
        label={state === 'active' ? 'On' : 'Paused'}
      />
      {isRestating && <span class="under">Correcting earlier values</span>}
      <a class="under" href={`${pathTo('company', 'conversions', 'log')}?rule=${id}`}>
        Log
      </a>
    </>
  );
}

function Actions({ rule: { rule_id: id, name, state } }: { rule: Rule }): VNode {
  const isActive = state === 'active';
  const toggle = async (): Promise<void> => {
    const now = await newest<Rule>(`/rules/${id}`);
    await changeRule(now, { state: isActive ? 'paused' : 'active' }, isActive ? 'Rule paused.' : 'Rule on.');
  };
  const remove = (): void => {
    if (!window.confirm(`Remove the rule “${name}”? What waits is not sent. The log stays.`)) return;
    removeRule(id).catch(toastFailure);
  };
  return (
    <div class="row-buttons">
      <button type="button" class="button slim" onClick={() => void toggle().catch(toastFailure)}>
        {isActive ? 'Pause' : 'Resume'}
        <span class="unseen"> {name}</span>
      </button>
      <button type="button" class="button plain icon" aria-label={`Remove ${name}`} onClick={remove}>
        <Icon name="trash" size={16} />
      </button>
    </div>
  );
}
