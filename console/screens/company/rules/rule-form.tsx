/** The form of a rule on calls, tried on the last 30 days before it is saved. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { close } from '../../../address/router.ts';
import type { Answer } from '../../../api/api.ts';
import { Notice } from '../../../components/notice.tsx';
import { Dialog } from '../../../components/over/dialog.tsx';
import { DialogSubmit, Form } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { atFields, type Begun, saveOver, type Saving, useSaving } from '../../../forms/saving.ts';
import { replaceSettings, settingsNow } from '../replacing.ts';
import { fieldOf, type Rule, ruleFrom } from './rule.ts';
import { EffectFields, WordFields } from './rule-fields.tsx';
import { RuleTrial } from './rule-trial.tsx';

/** The path of the rules below the company's. */
export const RULES = '/contact_rules';

const leave = (): void => close(['over', 'id']);

interface RuleFormProps {
  answer: Answer<Rule[]>;
  /** Undefined for a new rule. */
  rule: Rule | undefined;
}

/** Adds or edits a rule. */
export function RuleForm({ answer, rule: present }: RuleFormProps): VNode {
  // The form keeps its initial values when others change the rule.
  const [rule] = useState(present);
  const { isBehind, error, isBusy, save } = useRuleSaving(answer, rule);
  return (
    <Dialog title={rule === undefined ? 'New rule' : 'Rule'} size="wide" onClose={leave}>
      {isBehind && (
        <Notice kind="warning">
          Somebody else has changed this rule meanwhile. Save again to replace it by yours.
        </Notice>
      )}
      <Form name="call-rule" error={atFields(error, fieldOf)} onSubmit={save}>
        <WordFields rule={rule} />
        <EffectFields rule={rule} />
        <RuleTrial rule={rule} />
        <DialogSubmit disabled={isBusy}>{rule === undefined ? 'Add rule' : 'Save'}</DialogSubmit>
      </Form>
    </Dialog>
  );
}

interface RuleSaving extends Saving<[form: HTMLFormElement]> {
  /** Whether somebody else has changed the rule since the form was opened. */
  isBehind: boolean;
}

/** Saves the rule over the version that the form was opened with, or over a newer one that the user was told of. */
function useRuleSaving(answer: Answer<Rule[]>, rule: Rule | undefined): RuleSaving {
  const over = useRef(answer);
  // A new rule has an id once it is saved; what was typed meanwhile changes it.
  const ruleId = useRef(rule?.rule_id);
  const [isBehind, setBehind] = useState(false);
  const begun = (): Begun<Rule | undefined> => ({
    value: over.current.body.find(({ rule_id: id }) => id === ruleId.current),
    etag: over.current.etag,
  });
  const readNow = async (): Promise<Begun<Rule | undefined>> => {
    over.current = await settingsNow(RULES);
    return begun();
  };
  const saving = useSaving(async (form: HTMLFormElement) => {
    const write = async (): Promise<void> => {
      const after = ruleFrom(valuesOf(form), rule);
      const { body } = over.current;
      over.current = await replaceSettings(RULES, over.current, withRule(body, ruleId.current, after));
      ruleId.current ??= over.current.body.at(-1)?.rule_id;
    };
    const newer = await saveOver(begun(), write, readNow);
    setBehind(newer !== undefined);
    if (newer === undefined) leave();
  });
  return { ...saving, isBehind };
}

/** Returns the rules with one of them changed, or added at the end. */
function withRule(
  rules: readonly Rule[],
  ruleId: string | undefined,
  rule: ReturnType<typeof ruleFrom>,
): unknown[] {
  const index = rules.findIndex(({ rule_id: id }) => id === ruleId);
  if (index < 0) return [...rules, rule];
  return rules.with(index, { ...(rules[index] as Rule), ...rule });
}
