/** Keyboard shortcuts, each declared on the element that it presses. The user can switch them off. */
import type { install, uninstall } from '@github/hotkey';
import { signal } from '@preact/signals';
import type { RefCallback } from 'preact';
import { useCallback, useRef } from 'preact/hooks';
import { isEditing } from '../typed/typed.ts';

/** The name of the setting in the browser's storage. */
export const SETTING = 'leadline.keys';

/** What presses the elements. It is loaded behind the first screen, which works without shortcuts. */
let hotkey: { install: typeof install; uninstall: typeof uninstall } | undefined;

/** Whether shortcuts are on. */
export const keysAreOn = signal(localStorage.getItem(SETTING) !== 'off');

/** Elements with a shortcut, also while shortcuts are off. */
export const declared = new Map<HTMLElement, string>();

/** Keys that were pressed before their code was there. They are pressed again then, unless the user is elsewhere by now. */
const early: KeyboardEvent[] = [];
/** Their code may never come. */
const MOST_EARLY = 20;

addEventListener('keydown', (event) => {
  if (hotkey === undefined && early.length < MOST_EARLY) early.push(event);
});
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

function begin(loaded: typeof hotkey): void {
  hotkey = loaded;
  for (const [element, key] of declared) press(element, key);
  for (const event of early) {
    if (event.target === document.activeElement)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event));
  }
}

/**
 * Lets a key press an element, unless shortcuts are off; a single one also with Shift, with which many keyboards write signs. A letter
 * is another one then.
 */
export function press(element: HTMLElement, key: string): void {
  if (keysAreOn.value) hotkey?.install(element, key.length > 1 ? key : `${key},Shift+${key}`);
  else hotkey?.uninstall(element);
}

function declare(element: HTMLElement, key: string): void {
  declared.set(element, key);
  element.addEventListener('hotkey-fire', stayOut);
  press(element, key);
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
  const isLetter = path.every((key) => key.replace('Shift+', '').length === 1);
  if (document.querySelector('dialog:modal') !== null || (isLetter && (isEditing() || isInMenu())))
    event.preventDefault();
}
