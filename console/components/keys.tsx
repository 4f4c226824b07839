/** Keys: declared on the elements that they press, switched off when somebody wants that. */
import { install, uninstall } from '@github/hotkey';
import { signal } from '@preact/signals';
import type { RefCallback } from 'preact';
import { useCallback, useRef } from 'preact/hooks';
import { isEditing } from '../typed.ts';

const SETTING = 'leadline.keys';

/** Whether keys press anything. */
export const keysAreOn = signal(localStorage.getItem(SETTING) !== 'off');

/** Elements with keys, whether or not those are on. */
const declared = new Map<HTMLElement, string>();

/** A ref that lets `key` press the element: `g l` one after the other, `Mod+k` with ⌘ or Ctrl. */
export function useKey(key: string): RefCallback<HTMLElement> {
  const last = useRef<HTMLElement | null>(null);
  return useCallback(
    (element: HTMLElement | null) => {
      if (last.current !== null) withdraw(last.current);
      if (element !== null) declare(element, key);
      last.current = element;
    },
    [key],
  );
}

/** Switches the keys on or off, for this browser. */
export function switchKeys(on: boolean): void {
  localStorage.setItem(SETTING, on ? 'on' : 'off');
  keysAreOn.value = on;
  for (const [element, key] of declared) {
    if (on) install(element, key);
    else uninstall(element);
  }
}

/** Every key that presses something at the moment, with the name of what it presses. */
export function listKeys(): { key: string; name: string }[] {
  return [...declared].map(([element, key]) => ({
    key,
    name: nameOf(element),
  }));
}

/** What people call the element. */
function nameOf(element: HTMLElement): string {
  const [label] = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
  const { title } = element;
  const named = element.getAttribute('aria-label') ?? (title || undefined);
  return named ?? textWithoutKeys(label ?? element);
}

function textWithoutKeys(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const key of copy.querySelectorAll('kbd')) key.remove();
  return copy.textContent.trim();
}

function declare(element: HTMLElement, key: string): void {
  declared.set(element, key);
  element.addEventListener('hotkey-fire', stayOut);
  if (keysAreOn.value) install(element, key);
}

function withdraw(element: HTMLElement): void {
  declared.delete(element);
  element.removeEventListener('hotkey-fire', stayOut);
  uninstall(element);
}

/**
 * While a dialog is open, or something is edited or typed and not saved, no key presses anything: it may be meant as a letter.
 * What is pressed with ⌘ or Ctrl is no letter.
 */
function stayOut(event: Event): void {
  const { path } = (event as CustomEvent<{ path: readonly string[] }>).detail;
  const isLetter = path.every((key) => key.length === 1);
  if (document.querySelector('dialog:modal') !== null || (isLetter && isEditing())) event.preventDefault();
}
