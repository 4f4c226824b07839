/** A select that filters a list by a query parameter and goes to its first page. */
import type { VNode } from 'preact';
import { go, withQuery } from '../address/router.ts';

export interface FilterSelectProps {
  /** The query parameter. */
  name: string;
  label: string;
  value: string | undefined;
  /** The label of the choice that filters nothing. */
  all: string;
  choices: readonly (readonly [value: string, label: string])[];
  class?: string;
}

export function FilterSelect(props: FilterSelectProps): VNode {
  const { name, label, value = '', all, choices, class: className } = props;
  return (
    <select
      class={className}
      aria-label={label}
      value={value}
      onChange={({ currentTarget: { value: chosen } }) =>
        go(withQuery({ [name]: chosen === '' ? undefined : chosen, cursor: undefined }))
      }
    >
      <option value="">{all}</option>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice} selected={choice === value}>
          {text}
        </option>
      ))}
    </select>
  );
}
