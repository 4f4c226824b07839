/** The rules on calls: what was said, and what follows from it. */
import type { VNode } from 'preact';
import { pathTo, place, withQuery } from '../../../address/router.ts';
import type { Answer } from '../../../api/api.ts';
import { companyPath, usePeople, useStates } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { MoveUp } from '../../../components/parts/move-up.tsx';
import { AddLink, List, RemoveButton } from '../../../components/list.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { Read } from '../../../components/read.tsx';
import { replaceSettings } from '../replacing.ts';
import { RULES, RuleForm } from './rule-form.tsx';
import { type Rule, type RuleNames, thenText, whenText } from './rule.ts';

const EXAMPLE = [
  ['“make an appointment” or “book*” said by the caller', 'appointment, Good lead, $80'],
] as const;

/** Lists the rules in their order, and edits the one that the URL names. */
export function Rules(): VNode {
  const shown = useResource<Rule[]>(companyPath(RULES));
  const { answer } = shown;
  return (
    <>
      <p class="soft intro">
        A rule marks calls when they end, and again when{' '}
        <a href={pathTo('company', 'options')}>what was said</a> is there as text. It can assign the lead and
        move it, too. What people set themselves stays. Of several values or ratings, the first rule’s counts.
      </p>
      <Read shown={shown}>{() => answer && <RuleList answer={answer} />}</Read>
    </>
  );
}

function RuleList({ answer }: { answer: Answer<Rule[]> }): VNode {
  const { over, query } = place.value;
  const { body: rules } = answer;
  const ruleId = query.get('id');
  const names = useNames();
  return (
    <>
      <List
        class="call-rules"
        caption="Rules"
        items={rules}
        keyOf={({ rule_id: id }) => id}
        add={<AddLink over="call-rule" label="Add a rule" />}
        empty={{
          icon: 'filter',
          text: 'No rules yet. A rule tags, rates or prices a call by what was said in it and how it went.',
          example: EXAMPLE,
        }}
        columns={['Rule', { label: 'Sets', class: 'on-medium' }, { label: 'Actions', isUnseen: true }]}
        cells={(rule) => [
          <Name rule={rule} />,
          thenText(rule, names),
          <Actions answer={answer} rule={rule} />,
        ]}
      />
      {over === 'call-rule' && (
        <RuleForm key={ruleId} answer={answer} rule={rules.find(({ rule_id: id }) => id === ruleId)} />
      )}
    </>
  );
}

function useNames(): RuleNames {
  const { data: people = [] } = usePeople();
  const { data: states = [] } = useStates();
  return {
    people: new Map(people.map(({ user_id: id, name }) => [id, name])),
    states: new Map(states.map(({ name, label }) => [name, label])),
  };
}

function Name({ rule }: { rule: Rule }): VNode {
  return (
    <>
      <a class="main" href={withQuery({ over: 'call-rule', id: rule.rule_id })}>
        {rule.name}
      </a>
      <span class="under">{whenText(rule)}</span>
    </>
  );
}

function Actions({ answer, rule }: { answer: Answer<Rule[]>; rule: Rule }): VNode {
  const { body: rules } = answer;
  const replace = async (after: readonly Rule[]): Promise<void> => {
    await replaceSettings(RULES, answer, after);
  };
  return (
    <div class="row-buttons">
      <MoveUp
        items={rules}
        index={rules.indexOf(rule)}
        name={rule.name}
        move={(after) => void replace(after).catch(toastFailure)}
      />
      <RemoveButton name={rule.name} remove={() => replace(rules.filter((each) => each !== rule))} />
    </div>
  );
}
