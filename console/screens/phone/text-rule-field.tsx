/** The field of a rule that is a text, spoken or sent. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../forms/fields.tsx';
import type { Rules } from './phone-settings.ts';
import type { TEXTS } from './rule-words.ts';

/** The values of the choice of an optional text. */
export const INHERITED = '';
export const NOTHING = 'nothing';
export const OWN_TEXT = 'text';

/** Characters of an inherited text that its option shows; a longer one is written below. */
const MOST_SHOWN = 40;

interface TextRuleFieldProps {
  text: (typeof TEXTS)[number];
  before: Rules;
  inherited: unknown;
  /** The name of the level from which an empty rule is inherited. */
  as: string;
}

/** A text. One that may be nothing has a choice before it. */
export function TextRuleField({ text, before, inherited, as }: TextRuleFieldProps): VNode {
  const { rule, label, hint, isOptional = false } = text;
  const own = before[rule];
  const [choice, setChoice] = useState(own === undefined ? INHERITED : own === null ? NOTHING : OWN_TEXT);
  const otherwise = typeof inherited === 'string' ? inherited : 'nothing';
  return (
    <>
      {isOptional && <TextChoice {...{ text, as, otherwise, choice, setChoice }} />}
      {(!isOptional || choice === OWN_TEXT) && (
        <TextField
          label={isOptional ? `${label}: text` : label}
          name={`/${rule}`}
          autocomplete="off"
          defaultValue={typeof own === 'string' ? own : ''}
          placeholder={isOptional ? '' : otherwise}
          hint={isOptional ? undefined : hint}
        />
      )}
    </>
  );
}

interface TextChoiceProps extends Pick<TextRuleFieldProps, 'text' | 'as'> {
  /** The inherited text. */
  otherwise: string;
  choice: string;
  setChoice: (choice: string) => void;
}

function TextChoice({ text, as, otherwise, choice, setChoice }: TextChoiceProps): VNode {
  const { rule, label, hint } = text;
  const isLong = otherwise.length > MOST_SHOWN;
  return (
    <SelectField
      label={label}
      name={`/${rule}/choice`}
      hint={isLong && choice === INHERITED ? `Now: ${otherwise}` : hint}
      defaultValue={choice}
      onChange={({ currentTarget: { value } }) => setChoice(value)}
    >
      <option value={INHERITED}>
        {as}: {isLong ? `${otherwise.slice(0, MOST_SHOWN)}…` : otherwise}
      </option>
      <option value={NOTHING}>Nothing</option>
      <option value={OWN_TEXT}>This text</option>
    </SelectField>
  );
}
