/** The search box. It searches while the user types, and keeps the text in the URL. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { useKey } from '../../components/keys.tsx';
import { go, withQuery } from '../../address/router.ts';
import { LEAST_CHARACTERS } from './query.ts';

/** The pause in typing after which a search begins. */
const PAUSE_MS = 50;

interface SearchProps {
  text: string;
  /** The label of the box. */
  label?: string;
  placeholder?: string;
  /** The least characters of a search. */
  least?: number;
}

export function Search({
  text,
  label = 'Search leads',
  placeholder = 'Search by name, phone, e-mail, note, text',
  least = LEAST_CHARACTERS,
}: SearchProps): VNode {
  const input = useRef<HTMLInputElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const key = useKey('/');
  const searched = useRef(text);
  useEffect(() => {
    // Only for changes by Back and links: the box may have newer text than the URL.
    if (input.current !== null && text !== searched.current) input.current.value = text;
    searched.current = text;
  }, [text]);
  const search = (typed: string): void => {
    searched.current = typed;
    const q = typed === '' ? undefined : typed;
    // Back leaves the search instead of undoing letters.
    go(withQuery({ q, start: undefined }), { replace: text !== '' });
  };
  const isShort = text !== '' && text.trim().length < least;
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={(element) => {
          input.current = element;
          key(element);
        }}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={text}
        enterkeyhint="search"
        aria-describedby={isShort ? 'search-hint' : undefined}
        onInput={({ currentTarget: { value } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(value), PAUSE_MS);
        }}
        onKeyDown={({ key: pressed }) => pressed === 'Enter' && focusFirstRow()}
      />
      <kbd aria-hidden="true">/</kbd>
      {isShort && <TooShort least={least} />}
    </search>
  );
}

function TooShort({ least }: { least: number }): VNode {
  return (
    <span id="search-hint" class="search-hint small soft">
      Type at least {least} characters.
    </span>
  );
}

function focusFirstRow(): void {
  document.querySelector<HTMLElement>('.table .main')?.focus();
}
