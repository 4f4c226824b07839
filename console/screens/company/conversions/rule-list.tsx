/** The rules that say what is reported, and what each would have reported of the last 30 days. */
import type { VNode } from 'preact';
import { pathTo, place, withQuery } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { AddLink, List, RemoveButton, Titled } from '../../../components/list.tsx';
import { StatusChip } from '../../../components/text/status-chip.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { Read } from '../../../components/read.tsx';
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
    <Titled class="conversion-part" id="rules" title="Rules">
      <Read shown={shown}>
        {(rules) => (
          <List
            class="conversions"
            caption="Rules"
            items={rules}
            keyOf={({ rule_id: id }) => id}
            add={<AddLink over="rule" label="Add a rule" />}
            empty={{
              icon: 'filter',
              text: 'No rules yet. A rule says which calls or texts count as a conversion, and what each is worth.',
              example: EXAMPLE,
            }}
            columns={[
              'Rule',
              { label: 'Value', class: 'on-medium' },
              'State',
              { label: 'Actions', isUnseen: true },
            ]}
            cells={(rule) => [
              <Name rule={rule} platforms={platforms} preview={preview} />,
              valueText(rule),
              <State rule={rule} />,
              <Actions rule={rule} />,
            ]}
          />
        )}
      </Read>
      {over === 'rule' && <RuleForm key={ruleId} ruleId={ruleId} platforms={platforms} />}
    </Titled>
  );
}

interface NameProps extends RuleListProps {
  rule: Rule;
  preview: PreviewBody | undefined;
}

function Name({ rule, platforms, preview }: NameProps): VNode {
  return (
    <>
      <a class="main" href={withQuery({ over: 'rule', id: rule.rule_id })}>
        {rule.name}
      </a>
      <span class="under">{whenText(rule)}</span>
      <PreviewTexts
        platforms={platforms}
        previewed={preview?.rules.find(({ rule_id: id }) => id === rule.rule_id)?.platforms}
      />
    </>
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
  const remove = async (): Promise<void> => {
    if (window.confirm(`Remove the rule “${name}”? What waits is not sent. The log stays.`))
      await removeRule(id);
  };
  return (
    <div class="row-buttons">
      <button type="button" class="button slim" onClick={() => void toggle().catch(toastFailure)}>
        {isActive ? 'Pause' : 'Resume'}
        <span class="unseen"> {name}</span>
      </button>
      <RemoveButton name={name} remove={remove} />
    </div>
  );
}
