/** A list of choices that narrows as one types (ARIA combobox with a list): arrows move, Enter chooses. */
import Combobox from '@github/combobox-nav';
import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** More would not be read through; typing one more letter is quicker. */
const MAX_SHOWN = 50;

export interface Choice {
  id: string;
  label: string;
  /** What stands under the label, and is searched too. */
  note?: string;
  icon?: VNode;
}

interface ComboboxProps {
  label: string;
  choices: readonly Choice[];
  onChoose: (id: string) => void;
  /** What stands under the list. */
  children?: ComponentChildren;
}

export function ComboboxList({ label, choices, onChoose, children }: ComboboxProps): VNode {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = matching(choices, text).slice(0, MAX_SHOWN);
  useLayoutEffect(() => {
    if (input.current === null || list.current === null) return undefined;
    const keys = new Combobox(input.current, list.current, { firstOptionSelectionMode: 'active' });
    keys.start();
    return () => keys.destroy();
    // Anew for each text, so that the first choice is the one that Enter takes.
  }, [text]);
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
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be typed into, a datalist cannot be seen */}
      <div ref={list} id={id} class="options" role="listbox" aria-label={label}>
        {shown.map((choice) => (
          <Option
            key={choice.id}
            id={`${id}-${choice.id}`}
            choice={choice}
            choose={() => onChoose(choice.id)}
          />
        ))}
      </div>
      {shown.length === 0 && <p class="soft small">Nothing found.</p>}
      {children}
    </div>
  );
}

function Option({ id, choice, choose }: { id: string; choice: Choice; choose: () => void }): VNode {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- Enter in the input clicks it
    <div id={id} class="option" role="option" aria-selected="false" tabIndex={-1} onClick={choose}>
      {choice.icon}
      <span>
        {choice.label}
        {choice.note !== undefined && <small>{choice.note}</small>}
      </span>
    </div>
  );
}

/** Those of which some word begins with each word of the text, or that hold the text. */
function matching(choices: readonly Choice[], text: string): readonly Choice[] {
  const words = plain(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return choices;
  return choices.filter(({ label, note = '' }) => {
    const searched = plain(`${label} ${note}`);
    return words.every((word) => searched.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
