/** A combobox (ARIA): typing filters the choices, arrow keys move, Enter chooses. */
import Combobox from '@github/combobox-nav';
import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hasWords, plain } from '../../formats/search.ts';

/** The most choices shown: typing another letter is quicker than reading more. */
const MAX_SHOWN = 60;

export interface Choice {
  id: string;
  label: string;
  /** Shown under the label, and searched too. */
  note?: string;
  /** Searched, and not shown. */
  words?: string;
  icon?: VNode;
}

interface ComboboxProps {
  label: string;
  choices: readonly Choice[];
  onChoose: (id: string) => void;
  /** Results of a search for the text of `onType`, shown unfiltered after the choices. */
  found?: readonly Choice[];
  onType?: (text: string) => void;
  /** Shown under the list. */
  children?: ComponentChildren;
}

export function ComboboxList(props: ComboboxProps): VNode {
  const { label, choices, onChoose, found = [], onType, children } = props;
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = [...matching(choices, text), ...found].slice(0, MAX_SHOWN);
  // Runs for each text and for new choices, so that Enter takes the first one.
  useLayoutEffect(() => {
    if (input.current === null || list.current === null) return undefined;
    const keys = new Combobox(input.current, list.current, { firstOptionSelectionMode: 'active' });
    keys.start();
    return () => keys.destroy();
  }, [text, shown.map((choice) => choice.id).join(' ')]);
  useChoose(list, onChoose);
  return (
    <div class="combobox">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        autocomplete="off"
        placeholder={label}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          onType?.(value);
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be typed into, a datalist cannot be seen */}
      <div ref={list} id={id} class="options" role="listbox" aria-label={label}>
        {shown.map((choice) => (
          <Option key={choice.id} id={`${id}-${choice.id}`} choice={choice} />
        ))}
      </div>
      {shown.length === 0 && <p class="soft small">Nothing found.</p>}
      {children}
    </div>
  );
}

/** Calls `onChoose` for a choice that is clicked or taken with Enter. */
function useChoose(list: RefObject<HTMLElement | null>, onChoose: (id: string) => void): void {
  useLayoutEffect(() => {
    const { current: element } = list;
    const choose = ({ target }: Event): void => onChoose((target as HTMLElement).dataset['choice'] ?? '');
    element?.addEventListener('combobox-commit', choose);
    return () => element?.removeEventListener('combobox-commit', choose);
  }, [onChoose]);
}

function Option({ id, choice }: { id: string; choice: Choice }): VNode {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option tag belongs into a select or a datalist
    <div id={id} class="option" role="option" aria-selected="false" tabIndex={-1} data-choice={choice.id}>
      {choice.icon}
      <span>
        {choice.label}
        {choice.note !== undefined && <small>{choice.note}</small>}
      </span>
    </div>
  );
}

/** Returns the choices that contain each word of the text: first those whose label begins with it, then those whose label has it. */
function matching(choices: readonly Choice[], text: string): readonly Choice[] {
  const typed = plain(text).trim();
  if (typed === '') return choices;
  const found = choices.filter(({ label, note = '', words = '' }) =>
    hasWords(`${label} ${note} ${words}`, typed),
  );
  const rank = ({ label }: Choice): number =>
    plain(label).startsWith(typed) ? 0 : hasWords(label, typed) ? 1 : 2;
  return found.toSorted((one, other) => rank(one) - rank(other));
}
