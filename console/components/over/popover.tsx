/** A button with a popover. Esc and a click elsewhere close it. */
import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../icon.tsx';
import { useKey } from '../keys.tsx';

interface PopoverProps {
  /** The contents of the button. */
  button: ComponentChildren;
  /** The name of the button, when its contents do not say it. */
  label?: string;
  class?: string;
  /** Which side it opens to. */
  side?: 'start' | 'up';
  hotkey?: string;
  disabled?: boolean;
  /** Renders the contents, each time it opens. */
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
        // Before it opens, so that the next key that is pressed finds the focus in it; closed, once the focus is back.
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
  /** The key that does the same. */
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
  // Pressed by a click, the panel is not shown yet: the browser gives the focus to what has this mark as it shows it.
  first.autofocus = true;
  first.focus();
}
