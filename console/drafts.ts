/**
 * Half-written texts, kept in the tab over Back, another screen and a reload, until they are sent, given up, or somebody
 * signs out.
 */
import { useState } from 'preact/hooks';
import { user } from './session.ts';

const KEPT = 'leadline.typed';
/** The oldest goes when there is one more. */
const MAX_KEPT = 50;

interface Kept {
  /** Whose texts they are. */
  owner: string;
  /** By what they are about, the newest last. */
  texts: Record<string, string>;
}

/** A text that is being written. @param subject what it is about, and what kind of text it is */
export function useDraft(subject: string): [text: string, set: (change: (text: string) => string) => void] {
  const [text, setText] = useState(() => draftOf(subject));
  const set = (change: (text: string) => string): void =>
    setText((before) => {
      const after = change(before);
      keep(subject, after);
      return after;
    });
  return [text, set];
}

/** What is left of a text once a part of it was sent: what was typed since. */
export function withoutSent(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}

/** What was written about a subject and not sent yet. */
export function draftOf(subject: string): string {
  return read().texts[subject] ?? '';
}

/** Forgets what was written about everything whose subject begins so. */
export function forgetDrafts(prefix: string): void {
  const { texts } = read();
  write(Object.entries(texts).filter(([subject]) => !subject.startsWith(prefix)));
}

function keep(subject: string, text: string): void {
  const others = Object.entries(read().texts).filter(([other]) => other !== subject);
  write(text === '' ? others : [...others, [subject, text]]);
}

function read(): Kept {
  const owner = user.value?.user_id ?? '';
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Kept | null;
    if (kept?.owner === owner) return kept;
  } catch {
    // Nothing that can be read is nothing.
  }
  return { owner, texts: {} };
}

function write(texts: [string, string][]): void {
  const kept: Kept = { owner: user.value?.user_id ?? '', texts: Object.fromEntries(texts.slice(-MAX_KEPT)) };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // A full store keeps nothing new; what is written is still on the screen.
  }
}
