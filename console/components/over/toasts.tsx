/** Toasts confirm an action and offer Undo. They disappear after a while, but not under the pointer or with the focus. */
import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { messageOf } from '../../api/api.ts';
import { Icon } from '../icon.tsx';
import { useKey } from '../keys.tsx';
import type { keepErrorsClear } from './toast-side.ts';

/** Long enough to read the text and reach the button. */
const STAY_MS = 10_000;
const MAX_TOASTS = 3;

/** What moves toasts off errors. It is loaded behind the first screen; without it they stay where they begin. */
let side: { keepErrorsClear: typeof keepErrorsClear } | undefined;
import('./toast-side.ts').then(begin, () => undefined);

interface Toast {
  number: number;
  text: string;
  undo: (() => Promise<unknown>) | undefined;
}

const toasts = signal<readonly Toast[]>([]);
let lastNumber = 0;

/** Shows a toast. @param undo reverts the action */
export function toast(text: string, undo?: () => Promise<unknown>): void {
  lastNumber += 1;
  toasts.value = [...toasts.value.slice(1 - MAX_TOASTS), { number: lastNumber, text, undo }];
}

/** Shows an error as a toast. */
export function toastFailure(error: unknown): void {
  toast(messageOf(error));
}

function dismiss(number: number): void {
  toasts.value = toasts.value.filter((item) => item.number !== number);
}

/** Places the toasts in the page. */
class Place {
  /** The parent of the toasts while no dialog is open. */
  #home: HTMLElement | undefined;
  #toasts: HTMLElement | undefined;
  /** The open modal dialogs, the topmost last. */
  #dialogs: readonly HTMLDialogElement[] = [];

  /** Starts with the rendered element. */
  begin(toastsElement: HTMLElement | null): void {
    this.#toasts = toastsElement ?? undefined;
    this.#home = toastsElement?.parentElement ?? undefined;
    this.#settle();
  }

  /** Moves the toasts into a dialog that opens. @returns a function that moves them back; call it before the dialog is removed */
  enter(dialog: HTMLDialogElement): () => void {
    this.#dialogs = [...this.#dialogs, dialog];
    this.#settle();
    return () => {
      this.#dialogs = this.#dialogs.filter((other) => other !== dialog);
      this.#settle();
    };
  }

  /** Shows the toasts above everything else: the last element in the top layer is on top. */
  show(): void {
    this.#toasts?.hidePopover();
    if (this.#toasts?.hasChildNodes() === true) this.#toasts.showPopover();
  }

  #settle(): void {
    const parent = this.#dialogs.at(-1) ?? this.#home;
    if (this.#toasts === undefined || parent === undefined) return;
    if (this.#toasts.parentElement !== parent) parent.append(this.#toasts);
    this.show();
  }
}

const place = new Place();

/**
 * Moves the toasts into an open modal dialog, because everything outside of it is inert: users cannot press it, and
 * screen readers do not read it.
 * @returns a function that moves them back; call it before the dialog is removed
 */
export function hostToasts(dialog: HTMLDialogElement): () => void {
  return place.enter(dialog);
}

function begin(loaded: typeof side): void {
  side = loaded;
}

/** The toasts, above everything; within the topmost dialog if one is open. */
export function Toasts(): VNode {
  const element = useRef<HTMLOutputElement>(null);
  const { value: shown } = toasts;
  useLayoutEffect(() => place.begin(element.current), []);
  useLayoutEffect(() => {
    place.show();
    return element.current === null ? undefined : side?.keepErrorsClear(element.current);
  }, [shown]);
  return (
    <div>
      <output ref={element} class="toasts" popover="manual">
        {shown.map((item, index) => (
          <ToastLine key={item.number} item={item} isNewest={index === shown.length - 1} />
        ))}
      </output>
    </div>
  );
}

function ToastLine({ item, isNewest }: { item: Toast; isNewest: boolean }): VNode {
  const { number, text, undo } = item;
  const line = useRef<HTMLDivElement>(null);
  const undoKey = useKey('z');
  useEffect(() => {
    const timer = setInterval(() => {
      // A user with the pointer or the focus on it is about to press something.
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
