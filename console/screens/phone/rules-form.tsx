/** The form of the rules for all calls, a location or a number. It saves into the draft, with Undo. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { DEFAULT_RULES } from '../../../worker/core/phone/rules/rules.ts';
import { withDefaults } from '../../../worker/core/phone/rules/spoken-texts.ts';
import { Dialog } from '../../components/over/dialog.tsx';
import { toast } from '../../components/over/toasts.tsx';
import { formatPhone } from '../../components/text/values.tsx';
import { Form, Options, SelectField, Submit, TextField } from '../../forms/fields.tsx';
import { LanguageField } from '../../forms/lists/language-field.tsx';
import { valuesOf } from '../../forms/form-values.ts';
import { settleForm } from '../../typed/typed.ts';
import { close } from '../../address/router.ts';
import { type DniSettings, isPool } from '../draft/dni-settings.ts';
import { numbersOf } from '../../../worker/dni/pure/number-entries.ts';
import { countryOf } from '../draft/editing/use-fields.tsx';
import { refusalOf } from '../../forms/saving.ts';
import { useSettings } from '../draft/draft.ts';
import { MenuChoice, menuRule } from './menus/menu-choice.tsx';
import { useNames } from './names.ts';
import { changePhone } from './phone-draft.ts';
import {
  type CallRules,
  type PhoneSettings,
  rulesIn,
  type Rules,
  type Scope,
  scopeOf,
  withRules,
} from './phone-settings.ts';
import { ringFaults, RingFields, type RingReading, type RingRow, rowsOf, targetsOf } from './ring-fields.tsx';
import { INHERITED, NOTHING, OWN_TEXT, TextRuleField } from './text-rule-field.tsx';
import {
  CHOICES,
  NUMBER_RULES,
  numberFaults,
  type NumberRule,
  NUMBERS,
  ruleName,
  ruleText,
  scopeName,
  TEXTS,
} from './rule-words.ts';

const leave = (): void => close(['over', 'key']);

interface RulesFormProps {
  settings: PhoneSettings;
  /** As in the URL; of a number that is still to be chosen: `defaults`. */
  scopeText: string;
}

export function RulesForm({ settings, scopeText }: RulesFormProps): VNode {
  const isNew = new URLSearchParams(location.search).get('key') === null;
  const scope = scopeOf(scopeText) ?? { kind: 'defaults', id: '' };
  const names = useNames();
  const { published } = useSettings();
  const [before] = useState(isNew ? {} : rulesIn(settings, scope));
  const [rows, setRows] = useState<readonly RingRow[]>(rowsOf(before.ring));
  const [error, setError] = useState<unknown>();
  const isAll = scope.kind === 'defaults' && !isNew;
  const inherited = inheritedRules(isAll ? {} : settings.defaults, before.language);
  const save = (form: HTMLFormElement): void => {
    const values = valuesOf(form);
    const number = String(values['/number'] ?? '');
    const target: Scope = isNew ? { kind: 'numbers', id: number } : scope;
    const reading = { country: countryFor(target, published), before: before.ring };
    const faults = [...ringFaults(values['/ring'], rows, reading), ...numberFaults(values)];
    if (faults.length > 0) return setError(refusalOf(faults));
    const rules = readRules(values, { rows, isAll, before, reading });
    settleForm(form);
    put(target, rules, `Rules for ${scopeName(target, names)} changed in the draft.`);
  };
  const drop = (form: HTMLFormElement | null): void => {
    settleForm(form);
    put(scope, {}, `Rules for ${scopeName(scope, names)} removed in the draft.`);
  };
  return (
    <Dialog title={isNew ? 'Rules for a number' : `Rules: ${scopeName(scope, names)}`} onClose={leave}>
      <Form name="rules" error={error} onSubmit={save} state={{ value: rows, set: restoreRows(setRows) }}>
        {isNew && <NumberChoice settings={settings} />}
        <RingFields
          {...{ rows, setRows, isAll }}
          ring={before.ring}
          inherited={ruleText('ring', inherited.ring, names)}
        />
        <MenuChoice {...{ before, inherited, isAll, names }} />
        <RuleFields {...{ before, inherited, isAll, names }} />
        <Foot {...(isNew || isAll ? {} : { drop })} />
      </Form>
    </Dialog>
  );
}

/** Returns what holds without rules of one's own. What is spoken by default is in one's own language. */
function inheritedRules(parent: Rules, own: string | undefined): CallRules {
  const { language = DEFAULT_RULES.language } = parent;
  return { ...withDefaults({ ...parent, language: own ?? language }), language };
}

/** Returns the country of the location that the rules are for: its own ones, or those of its number. */
function countryFor({ kind, id }: Scope, settings: DniSettings): string | undefined {
  if (kind === 'locations') return countryOf(settings, { location_id: id });
  return countryOf(settings, settings.numbers.find((entry) => numbersOf(entry).includes(id)) ?? {});
}

/** The buttons. @param props `drop` removes the rules of a location or number */
function Foot({ drop }: { drop?: (form: HTMLFormElement | null) => void }): VNode {
  return (
    <div class="dialog-foot">
      {drop !== undefined && (
        <button
          type="button"
          class="button plain danger start"
          onClick={({ currentTarget: { form } }) => drop(form)}
        >
          As all calls
        </button>
      )}
      <Submit>Save to draft</Submit>
    </div>
  );
}

/** The numbers of the company without rules of their own. */
function NumberChoice({ settings }: { settings: PhoneSettings }): VNode {
  const { published } = useSettings();
  const numbers = [
    ...published.numbers.flatMap((entry) => (isPool(entry) ? entry.phone_numbers : [entry.phone_number])),
    ...settings.unlisted_numbers,
  ].filter((number) => settings.numbers[number] === undefined);
  return (
    <SelectField label="Number" name="/number">
      <Options of={[...new Set(numbers)].map((number) => [number, formatPhone(number)])} />
    </SelectField>
  );
}

interface RuleFieldsProps {
  before: Rules;
  inherited: CallRules;
  isAll: boolean;
  names: ReturnType<typeof useNames>;
}

function RuleFields({ before, inherited, isAll, names }: RuleFieldsProps): VNode {
  const as = isAll ? 'Default' : 'As all calls';
  return (
    <>
      <NumberField rule="timeout_seconds" {...{ before, inherited }} />
      {CHOICES.map(({ rule, label, hint, options }) => (
        <SelectField
          key={rule}
          label={label}
          name={`/${rule}`}
          hint={hint}
          defaultValue={before[rule] === undefined ? INHERITED : JSON.stringify(before[rule])}
        >
          <option value={INHERITED}>
            {as}: {ruleText(rule, inherited[rule], names)}
          </option>
          <Options of={options} />
        </SelectField>
      ))}
      <NumberField rule="text_back_minutes" {...{ before, inherited }} />
      {TEXTS.map((text) => (
        <TextRuleField key={text.rule} {...{ text, before, as }} inherited={inherited[text.rule]} />
      ))}
      <LanguageField
        label={ruleName('language')}
        name="/language"
        hint="Of all spoken texts"
        defaultValue={before.language ?? ''}
        none={`${as}: ${ruleText('language', inherited.language, names)}`}
      />
    </>
  );
}

/** A whole number, which is inherited if it is left empty. */
function NumberField({
  rule,
  before,
  inherited,
}: Pick<RuleFieldsProps, 'before' | 'inherited'> & { rule: NumberRule }): VNode {
  const { label, least, most } = NUMBERS[rule];
  return (
    <TextField
      label={label}
      name={`/${rule}`}
      inputMode="numeric"
      autocomplete="off"
      defaultValue={String(before[rule] ?? '')}
      placeholder={String(inherited[rule])}
      hint={`${least} to ${most}. Leave empty for ${inherited[rule]}.`}
    />
  );
}

interface RuleReading {
  rows: readonly RingRow[];
  isAll: boolean;
  before: Rules;
  reading: RingReading;
}

function readRules(
  values: Record<string, string | boolean>,
  { rows, isAll, before, reading }: RuleReading,
): Rules {
  const text: Text = (name) => String(values[`/${name}`] ?? '');
  const ring = ringRule(text('ring'), { rows, isAll, before, reading });
  return {
    ...(ring === undefined ? {} : { ring }),
    ...menuRule(text('menu')),
    ...numberRules(text),
    ...chosenRules(text),
    ...textRules(text),
    ...(text('language') === '' ? {} : { language: text('language') }),
  };
}

type Text = (name: string) => string;

function ringRule(choice: string, { rows, isAll, before, reading }: RuleReading): Rules['ring'] {
  if (choice === 'list') return targetsOf(rows, reading);
  // What all calls do by default need not be said.
  const isDefault = isAll && before.ring === undefined;
  return choice === 'location' && !isDefault ? 'location' : undefined;
}

function numberRules(text: Text): Rules {
  const typed = NUMBER_RULES.filter((rule) => text(rule) !== '');
  return Object.fromEntries(typed.map((rule) => [rule, Number(text(rule))]));
}

function chosenRules(text: Text): Rules {
  const chosen = CHOICES.map(({ rule }) => [rule, text(rule)] as const);
  const set = chosen.filter(([, value]) => value !== INHERITED);
  return Object.fromEntries(set.map(([rule, value]) => [rule, JSON.parse(value) as unknown]));
}

function textRules(text: Text): Rules {
  const rules: Record<string, unknown> = {};
  for (const { rule, isOptional = false } of TEXTS) {
    const choice = isOptional ? text(`${rule}/choice`) : OWN_TEXT;
    if (choice === NOTHING) rules[rule] = null;
    if (choice === OWN_TEXT && text(rule) !== '') rules[rule] = text(rule);
  }
  return rules;
}

function put(scope: Scope, rules: Rules, done: string): void {
  const undo = changePhone((settings) => withRules(settings, scope, rules));
  toast(done, undo);
  leave();
}

function restoreRows(set: (rows: readonly RingRow[]) => void): (value: unknown) => void {
  return (value) => set(value as RingRow[]);
}
