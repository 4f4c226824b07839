/** Shows a modal dialog. Esc and a click beside it close it, and the focus returns to the element that had it. */
import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../icon.tsx';
import { hostToasts } from './toasts.tsx';

interface DialogProps {
  title: string;
  size?: 'narrow' | 'wide';
  /** Called when the user closes it; undefined: it cannot be closed. */
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
    // The first field, else the heading. The browser would focus the close button.
    const field = element?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)');
    (field ?? element?.querySelector<HTMLElement>('h2'))?.focus();
    return () => {
      isLeft.current = true;
      giveToastsBack?.();
      // While it is still in the page, so that the browser gives the focus back.
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
        // The screen decides: it may have to ask first, and it takes the dialog away itself.
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
 * Opens a dialog again that the browser has closed by itself: a second Esc in a row cannot be prevented (HTML, close
 * watchers).
 * @param isLeft the screen has removed it itself
 */
function reopen(dialog: HTMLDialogElement | null, isLeft: boolean): boolean {
  if (isLeft || dialog === null || dialog.open) return false;
  dialog.showModal();
  return true;
}
