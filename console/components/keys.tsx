/** Keyboard shortcuts, each declared on the element that it presses. The user can switch them off. */
import type { install, uninstall } from '@github/hotkey';
import { signal } from '@preact/signals';
import type { RefCallback } from 'preact';
import { useCallback, useRef } from 'preact/hooks';
import { isEditing } from '../typed/typed.ts';

const SETTING = 'leadline.keys';

/** What presses the elements. It is loaded behind the first screen, which works without shortcuts. */
let hotkey: { install: typeof install; uninstall: typeof uninstall } | undefined;

/** Whether shortcuts are on. */
export const keysAreOn = signal(localStorage.getItem(SETTING) !== 'off');

/** Elements with a shortcut, also while shortcuts are off. */
const declared = new Map<HTMLElement, string>();

import('@github/hotkey').then(begin, () => undefined);

/** Returns a ref that makes `key` press the element. `g l` means one after the other, `Mod` means ⌘ or Ctrl. */
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

/** Switches shortcuts on or off in this browser. */
export function switchKeys(on: boolean): void {
  localStorage.setItem(SETTING, on ? 'on' : 'off');
  keysAreOn.value = on;
  for (const [element, key] of declared) {
    if (on) hotkey?.install(element, key);
    else hotkey?.uninstall(element);
  }
}

/** Lists the shortcuts of the current screen, each with the name of its element. */
export function listKeys(): { key: string; name: string }[] {
  return [...declared].map(([element, key]) => ({
    key,
    name: nameOf(element),
  }));
}

/** Returns the label of an element. */
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

function begin(loaded: typeof hotkey): void {
  hotkey = loaded;
  if (keysAreOn.value) for (const [element, key] of declared) hotkey?.install(element, key);
}

function declare(element: HTMLElement, key: string): void {
  declared.set(element, key);
  element.addEventListener('hotkey-fire', stayOut);
  if (keysAreOn.value) hotkey?.install(element, key);
}

function withdraw(element: HTMLElement): void {
  declared.delete(element);
  element.removeEventListener('hotkey-fire', stayOut);
  hotkey?.uninstall(element);
}

function isInMenu(): boolean {
  return document.querySelector('.menu:popover-open')?.contains(document.activeElement) === true;
}

/**
 * Ignores a shortcut while a dialog is open; and a letter while the user edits something, or is in an open menu, and may mean the
 * letter. Shortcuts with ⌘ or Ctrl are not letters.
 */
function stayOut(event: Event): void {
  const { path } = (event as CustomEvent<{ path: readonly string[] }>).detail;
  const isLetter = path.every((key) => key.length === 1);
  if (document.querySelector('dialog:modal') !== null || (isLetter && (isEditing() || isInMenu())))
    event.preventDefault();
}
