/** A dialog over the screen: the rest is inert, Esc and a click beside it close it, the focus goes back to where it was. */
import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { hostToasts } from './toasts.tsx';

interface DialogProps {
  title: string;
  size?: 'narrow' | 'wide';
  /** Called when somebody wants to leave; undefined: there is no way out but the dialog's own. */
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
    // What is to be filled in, else what is to be read; not the way out, which the browser would take.
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
 * Opens a dialog again that the browser has closed without a question, as it does on a second Esc in a row (HTML, close
 * watchers).
 * @param isLeft the screen has taken it away itself
 */
function reopen(dialog: HTMLDialogElement | null, isLeft: boolean): boolean {
  if (isLeft || dialog === null || dialog.open) return false;
  dialog.showModal();
  return true;
}
