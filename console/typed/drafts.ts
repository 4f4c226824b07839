/**
 * Keeps unsent texts in the tab when the user goes back, opens another screen or reloads, until the user sends or
 * discards them or signs out.
 */
import { useState } from 'preact/hooks';
import { UNSENT } from '../api/kept-work.ts';
import { user } from '../api/user.ts';

/** The most texts kept; the oldest is dropped first. */
const MAX_KEPT = 50;

interface Kept {
  /** The user who typed them. */
  owner: string;
  /** The texts by subject, the newest last. */
  texts: Record<string, string>;
}

/** The texts if the browser's storage is full; they are lost with the page. */
let unstored: Kept | undefined;

/** Keeps an unsent text across renderings and reloads. @param subject its topic and kind */
export function useDraft(subject: string): [text: string, set: (change: (text: string) => string) => void] {
  const [text, setText] = useState(() => draftOf(subject));
  const set = (change: (text: string) => string): void =>
    setText((before) => {
      const after = change(before);
      keepDraft(subject, after);
      return after;
    });
  return [text, set];
}

/** Returns the text typed after the sent part. */
export function withoutSent(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}

/** Returns the unsent text about a subject, '' when there is none. */
export function draftOf(subject: string): string {
  return read().texts[subject] ?? '';
}

/** Keeps a text; an empty one is forgotten. */
export function keepDraft(subject: string, text: string): void {
  const others = Object.entries(read().texts).filter(([other]) => other !== subject);
  write(text === '' ? others : [...others, [subject, text]]);
}

/** Tells whether there is an unsent text whose subject begins with `prefix`. */
export function hasDrafts(prefix: string): boolean {
  return Object.keys(read().texts).some((subject) => subject.startsWith(prefix));
}

/** Tells whether the unsent texts survive a reload. */
export function areDraftsStored(): boolean {
  return unstored === undefined;
}

/** Forgets every text whose subject begins with `prefix`. */
export function forgetDrafts(prefix: string): void {
  const { texts } = read();
  write(Object.entries(texts).filter(([subject]) => !subject.startsWith(prefix)));
}

function read(): Kept {
  const owner = user.value?.user_id ?? '';
  if (unstored?.owner === owner) return unstored;
  try {
    const kept = JSON.parse(sessionStorage.getItem(UNSENT) ?? 'null') as Kept | null;
    if (kept?.owner === owner) return kept;
  } catch {
    // What cannot be read counts as empty.
  }
  return { owner, texts: {} };
}

function write(texts: [string, string][]): void {
  const kept: Kept = { owner: user.value?.user_id ?? '', texts: Object.fromEntries(texts.slice(-MAX_KEPT)) };
  try {
    sessionStorage.setItem(UNSENT, JSON.stringify(kept));
    unstored = undefined;
  } catch {
    // The browser's storage is full.
    unstored = kept;
  }
}
