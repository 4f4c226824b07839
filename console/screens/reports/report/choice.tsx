/** A labelled select. */
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly (readonly [value: Value, label: string])[];
  choose: (value: Value) => void;
}

export function Choice<Value extends string>({ label, value, choices, choose }: ChoiceProps<Value>): VNode {
  const id = useId();
  return (
    <div class="choice">
      <label class="label" for={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value as Value)}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice} selected={choice === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
