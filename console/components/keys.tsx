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

/** Keys that were pressed before their code was there, with the screen that they were meant for. They are pressed again then. */
const early: [screen: string, event: KeyboardEvent][] = [];
const MOST_EARLY = 20;

addEventListener('keydown', keepEarly);
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
    if (on) press(element, key);
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
  removeEventListener('keydown', keepEarly);
  if (keysAreOn.value) for (const [element, key] of declared) press(element, key);
  for (const [screen, event] of early) {
    // A text field has the focus if the user types by now, and takes no shortcuts.
    if (screen === location.pathname)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event));
  }
}

/** Keeps what is a shortcut now and not typed into something. */
function keepEarly(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  const isOther = altKey || ctrlKey || metaKey || key.length > 1 || early.length === MOST_EARLY;
  if (!isOther && !isHeldBack(true) && !(target as Element).matches('input, select, textarea'))
    early.push([location.pathname, event]);
}

/** Lets a key press an element; one that many keyboards write with Shift in both ways. */
function press(element: HTMLElement, key: string): void {
  hotkey?.install(element, /^[?/]$/.test(key) ? `${key},Shift+${key}` : key);
}

function declare(element: HTMLElement, key: string): void {
  declared.set(element, key);
  element.addEventListener('hotkey-fire', stayOut);
  if (keysAreOn.value) press(element, key);
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
 * Tells whether shortcuts are ignored: while a dialog is open; and letters while the user edits something, or is in an open menu, and
 * may mean the letter. Shortcuts with ⌘ or Ctrl are not letters.
 */
function isHeldBack(isLetter: boolean): boolean {
  return document.querySelector('dialog:modal') !== null || (isLetter && (isEditing() || isInMenu()));
}

function stayOut(event: Event): void {
  const { path } = (event as CustomEvent<{ path: readonly string[] }>).detail;
  if (isHeldBack(path.every((key) => key.replace('Shift+', '').length === 1))) event.preventDefault();
}
