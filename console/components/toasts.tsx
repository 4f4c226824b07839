/** What was just done, with the way to undo it; stays for a while, longer while somebody looks at it. */
import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { Icon } from './icon.tsx';
import { useKey } from './keys.tsx';

/** Long enough to read it and to reach the button. */
const STAY_MS = 10_000;
const MAX_TOASTS = 3;

interface Toast {
  number: number;
  text: string;
  undo: (() => Promise<unknown>) | undefined;
}

const toasts = signal<readonly Toast[]>([]);
let lastNumber = 0;

/** Says what was done. `undo` takes it back. */
export function toast(text: string, undo?: () => Promise<unknown>): void {
  lastNumber += 1;
  toasts.value = [...toasts.value.slice(1 - MAX_TOASTS), { number: lastNumber, text, undo }];
}

/** Says why something did not work. */
export function toastFailure(error: unknown): void {
  toast(messageOf(error));
}

function dismiss(number: number): void {
  toasts.value = toasts.value.filter((item) => item.number !== number);
}

/** The place of the toasts; they lie over dialogs too. */
export function Toasts(): VNode {
  const place = useRef<HTMLOutputElement>(null);
  const { value: shown } = toasts;
  useEffect(() => {
    // Shown anew with each toast: whatever came to the top layer last lies on top.
    place.current?.hidePopover();
    if (shown.length > 0) place.current?.showPopover();
  }, [shown]);
  return (
    <output ref={place} class="toasts" popover="manual">
      {shown.map((item, index) => (
        <ToastLine key={item.number} item={item} isNewest={index === shown.length - 1} />
      ))}
    </output>
  );
}

function ToastLine({ item, isNewest }: { item: Toast; isNewest: boolean }): VNode {
  const { number, text, undo } = item;
  const line = useRef<HTMLDivElement>(null);
  const undoKey = useKey('z');
  useEffect(() => {
    const timer = setInterval(() => {
      // Whoever points at it or has the focus in it is about to press something.
      if (!line.current?.matches(':hover, :focus-within')) dismiss(number);
    }, STAY_MS);
    return () => clearInterval(timer);
  }, [number]);
  const takeBack = async (): Promise<void> => {
    dismiss(number);
    await undo?.().then(() => toast('Undone.'), toastFailure);
  };
  return (
    <div ref={line} class="toast">
      <p>{text}</p>
      {undo && (
        <button type="button" ref={isNewest ? undoKey : null} onClick={() => void takeBack()}>
          Undo
        </button>
      )}
      <button type="button" aria-label="Dismiss" onClick={() => dismiss(number)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
