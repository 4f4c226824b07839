/** What is said about a screen or a form as a whole: good to know, a warning, a failure with a way on; and what is empty. */
import type { ComponentChildren, VNode } from 'preact';
import { messageOf } from '../api.ts';
import { Icon, type IconName } from './icon.tsx';

type Kind = 'info' | 'good' | 'warning' | 'danger';

const ICONS: Record<Kind, IconName> = { info: 'info', good: 'check', warning: 'warning', danger: 'warning' };

export function Notice({ kind, children }: { kind: Kind; children: ComponentChildren }): VNode {
  return (
    <div class={`notice ${kind}`} role={kind === 'danger' ? 'alert' : undefined}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  );
}

/** Why something could not be read, with another try; `time` says how old what is shown instead is. */
export function Failure({
  error,
  retry,
  time,
}: {
  error: unknown;
  retry: () => void;
  time?: number | undefined;
}): VNode {
  const since = time ? ` What you see is from ${new Date(time).toLocaleTimeString()}.` : '';
  return (
    <Notice kind="danger">
      {messageOf(error)}
      {since}{' '}
      <button type="button" class="link" onClick={retry}>
        Try again
      </button>
    </Notice>
  );
}

/** Nothing is here: one sentence and, at best, one action. */
export function Empty({
  icon,
  text,
  children,
}: {
  icon: IconName;
  text: string;
  children?: ComponentChildren;
}): VNode {
  return (
    <div class="empty">
      <Icon name={icon} size={40} />
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Something is on its way; said only when it takes long enough to be noticed. */
export function Waiting({ text = 'Loading' }: { text?: string }): VNode {
  return <output class="waiting">{text}…</output>;
}
