/**
 * Unsaved texts, kept in the tab while somebody goes back, opens another screen or reloads, until they are sent, given
 * up, or somebody signs out.
 */
import { useState } from 'preact/hooks';
import { user } from '../api/user.ts';

const KEPT = 'leadline.typed';
/** Most texts that are kept; the oldest is dropped first. */
const MAX_KEPT = 50;

interface Kept {
  /** The user who typed them. */
  owner: string;
  /** Each text under its subject, the newest last. */
  texts: Record<string, string>;
}

/** The texts when the browser has no room for them: they are lost with the page. */
let unstored: Kept | undefined;

/** Keeps an unsent text. @param subject its topic and kind */
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

/** Returns what was typed after the part that was sent. */
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

/** Whether there is an unsent text whose subject begins with `prefix`. */
export function hasDrafts(prefix: string): boolean {
  return Object.keys(read().texts).some((subject) => subject.startsWith(prefix));
}

/** Whether the unsent texts survive a reload. */
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
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Kept | null;
    if (kept?.owner === owner) return kept;
  } catch {
    // What cannot be read counts as empty.
  }
  return { owner, texts: {} };
}

function write(texts: [string, string][]): void {
  const kept: Kept = { owner: user.value?.user_id ?? '', texts: Object.fromEntries(texts.slice(-MAX_KEPT)) };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
    unstored = undefined;
  } catch {
    // The browser's store is full.
    unstored = kept;
  }
}
