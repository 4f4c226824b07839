/** A button with a popover. Esc and a click outside close it. */
import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../icon.tsx';
import { useKey } from '../keys.tsx';

interface PopoverProps {
  /** The contents of the button. */
  button: ComponentChildren;
  /** The label of the button, if its contents are no name. */
  label?: string;
  class?: string;
  /** The side that it opens to. */
  side?: 'start' | 'up';
  hotkey?: string | undefined;
  disabled?: boolean;
  /** Renders the contents each time it opens. */
  children: (close: () => void) => ComponentChildren;
}

export function Popover(props: PopoverProps): VNode {
  const { button, label, class: className = 'button', side, hotkey, disabled = false, children } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const key = useKey(hotkey ?? '');
  useLayoutEffect(() => {
    if (isOpen) focusFirst(panel.current);
  }, [isOpen]);
  return (
    <>
      <button
        ref={hotkey === undefined ? null : key}
        type="button"
        class={className}
        aria-label={label}
        aria-expanded={isOpen}
        popovertarget={id}
        disabled={disabled}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        class={`menu ${side ?? ''}`}
        popover="auto"
        // Opening: rendered before it is shown, so that the focus is in it for the next key. Closing: after the focus is back.
        onBeforeToggle={(event) => event.newState === 'open' && setOpen(true)}
        onToggle={(event) => event.newState === 'closed' && setOpen(false)}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

interface MenuEntryProps {
  icon: IconName;
  label: string;
  close: () => void;
  press: () => void;
  /** The shortcut of the same action. */
  hint?: string;
}

/** An entry of a menu. Choosing it closes the menu. */
export function MenuEntry({ icon, label, close, press, hint }: MenuEntryProps): VNode {
  const choose = (): void => {
    close();
    press();
  };
  return (
    <button type="button" onClick={choose}>
      <Icon name={icon} /> {label} {hint !== undefined && <kbd>{hint}</kbd>}
    </button>
  );
}

function focusFirst(panel: HTMLElement | null): void {
  const first = panel?.querySelector<HTMLElement>('input, textarea, select, button, a');
  if (!first) return;
  // After a click, the panel is not shown yet: the browser focuses the element with this mark when it shows the panel.
  first.autofocus = true;
  first.focus();
}
