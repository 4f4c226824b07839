/** The form of a rule, with its preview. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { close } from '../../../address/router.ts';
import type { Answer } from '../../../api/api.ts';
import { useResource } from '../../../api/resource.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { Read } from '../../../components/read.tsx';
import { CheckField, DialogSubmit, Form, TextField } from '../../../forms/fields.tsx';
import { NO_VERSION, useMembers } from '../../../forms/save-members.ts';
import { atFields, useSaving } from '../../../forms/saving.ts';
import { type Places, usePlaces } from '../../../api/places.ts';
import type { Platform, Rule, RuleInput } from './conversion.ts';
import { changeRule, conversionsPath, createRule, newest } from './conversion-actions.ts';
import { Conditions, PlatformChoice, ValueFields } from './rule-fields.tsx';
import { DraftPreview } from './rule-preview.tsx';
import { isComplete, readRule } from './rule-values.ts';

const leave = (): void => close(['over', 'id']);

const NEW_RULE: Answer<Rule> = {
  ...NO_VERSION,
  body: {
    name: '',
    when: { what: 'call', talk_seconds: 60, min_confidence: 0.8 },
    value: 'lead',
    platforms: [] as Rule['platforms'],
  } as Rule,
};

interface RuleFormProps {
  /** Undefined for a new rule. */
  ruleId: string | undefined;
  platforms: readonly Platform[];
}

/** Adds or edits a rule. */
export function RuleForm({ ruleId, platforms }: RuleFormProps): VNode {
  const shown = useResource<Rule>(ruleId === undefined ? undefined : conversionsPath(`/rules/${ruleId}`));
  const answer = ruleId === undefined ? NEW_RULE : shown.answer;
  return (
    <Dialog title={ruleId === undefined ? 'New rule' : 'Rule'} size="wide" onClose={leave}>
      {answer === undefined ? (
        <Read shown={shown}>{() => null}</Read>
      ) : (
        <Fields answer={answer} isNew={ruleId === undefined} platforms={platforms} />
      )}
    </Dialog>
  );
}

interface FieldsProps {
  answer: Answer<Rule>;
  isNew: boolean;
  platforms: readonly Platform[];
}

function Fields({ answer, isNew, platforms }: FieldsProps): VNode {
  const places = usePlaces();
  const restates = useRef(false);
  const { begun, save: saveMembers } = useMembers(answer, {
    write: (change, over) => changeRule(over, { ...change, restate: restates.current }),
    readNow: () => newest<Rule>(`/rules/${answer.body.rule_id}`),
  });
  const [what, setWhat] = useState<string>(begun.when.what);
  const { draft, watch } = useDraft(begun);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const { restate, ...input } = readRule(form);
    restates.current = restate;
    // The value is refused as a whole.
    const value = form.elements.namedItem('/value/value') === null ? '/value' : '/value/value';
    await (isNew ? createRule(input) : saveMembers(input)).catch((refusal: unknown) => {
      throw atFields(refusal, (pointer) => (pointer === '/value' ? value : pointer));
    });
    leave();
  });
  return (
    <Form
      name="rule"
      error={error}
      state={{ value: what, set: (kept) => setWhat(kept as string) }}
      onInput={watch}
      onSubmit={save}
    >
      <RuleFields
        rule={begun}
        isNew={isNew}
        platforms={platforms}
        what={what}
        onWhat={setWhat}
        places={places}
      />
      <DraftPreview platforms={platforms} draft={draft} />
      <DialogSubmit disabled={isBusy}>{isNew ? 'Add rule' : 'Save'}</DialogSubmit>
    </Form>
  );
}

interface RuleFieldsProps extends Omit<FieldsProps, 'answer'> {
  rule: Rule;
  what: string;
  onWhat: (what: string) => void;
  places: Places;
}

function RuleFields({ rule, isNew, platforms, what, onWhat, places }: RuleFieldsProps): VNode {
  return (
    <>
      <TextField
        label="Name"
        name="/name"
        autocomplete="off"
        defaultValue={rule.name}
        placeholder="Calls of a minute or more"
      />
      <Conditions when={rule.when} what={what} onWhat={onWhat} places={places} />
      <ValueFields value={rule.value} what={what} />
      <PlatformChoice chosen={rule.platforms} platforms={platforms} />
      {!isNew && (
        <CheckField
          label="Also correct what the rule has reported before"
          name="/restate"
          hint="Platforms that replace values get the new ones, for the last 90 days."
        />
      )}
    </>
  );
}

/** The rule as it stands in the form; undefined while it is incomplete. */
function useDraft(begun: Rule): {
  draft: RuleInput | undefined;
  watch: () => void;
} {
  const [draft, setDraft] = useState<RuleInput | undefined>(isComplete(begun) ? begun : undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const watch = (): void => {
    clearTimeout(timer.current);
    // After the fields that a choice adds or removes.
    timer.current = setTimeout(() => {
      const form = document.querySelector<HTMLFormElement>('form[name="rule"]');
      if (form === null) return;
      const { restate: _, ...input } = readRule(form);
      setDraft(isComplete(input) ? input : undefined);
    });
  };
  return { draft, watch };
}
