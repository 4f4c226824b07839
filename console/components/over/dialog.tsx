/** Shows a modal dialog. Esc and a click outside close it, and the focus returns to the element that had it. */
import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../icon.tsx';
import { hostToasts } from './toasts.tsx';

interface DialogProps {
  title: string;
  size?: 'narrow' | 'wide';
  /** Called when the user closes the dialog; undefined if it cannot be closed. */
  onClose?: (() => void) | undefined;
  children: ComponentChildren;
}

export function Dialog({ title, size, onClose, children }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const isLeft = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const giveToastsBack = element === null ? undefined : hostToasts(element);
    // Focuses the first field, else the heading. The browser would focus the close button.
    const field = element?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)');
    (field ?? element?.querySelector<HTMLElement>('h2'))?.focus();
    return () => {
      isLeft.current = true;
      giveToastsBack?.();
      // The dialog is still in the page, so that the browser returns the focus.
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={size}
      aria-labelledby={heading}
      closedby={onClose ? 'any' : 'none'}
      onCancel={(event) => {
        // The screen decides: it may ask first, and it removes the dialog itself.
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => reopen(dialog.current, isLeft.current) && onClose?.()}
    >
      <div class="dialog-head">
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        {onClose && (
          <button type="button" class="button plain icon" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

/**
 * Reopens a dialog that the browser closed by itself: a second Esc in a row cannot be prevented (HTML, close watchers).
 * @param isLeft whether the screen has removed the dialog itself
 */
function reopen(dialog: HTMLDialogElement | null, isLeft: boolean): boolean {
  if (isLeft || dialog === null || dialog.open) return false;
  dialog.showModal();
  return true;
}
