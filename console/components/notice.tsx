/** Messages about a screen or a form: notices, errors with a retry button, empty states, loading. */
import type { ComponentChildren, VNode } from 'preact';
import { type Fault, messageOf } from '../api/api.ts';
import { summaryOf } from '../api/fault-words.ts';
import { formatClock } from '../formats/english.ts';
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

/** Shows why data could not be loaded, with a retry button. @param props `time`: when the data shown instead was loaded */
export function Failure({
  error,
  retry,
  time,
}: {
  error: unknown;
  retry: () => void;
  time?: number | undefined;
}): VNode {
  const since = time ? ` Showing data from ${formatClock(time)}.` : '';
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

/** Shows an empty state: a sentence and the next step. */
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

/** Shows that something is loading, after a short delay. */
export function Waiting({ text = 'Loading' }: { text?: string }): VNode {
  return <output class="waiting">{text}…</output>;
}

interface FaultListProps {
  error: unknown;
  faults: readonly Fault[];
  /** Returns the label of the field with a name; undefined if there is none. */
  labelOf: (name: string) => string | undefined;
}

/** Shows the only error, or a message and the list of errors. */
export function FaultList({ error, faults, labelOf }: FaultListProps): VNode {
  const [first, ...others] = faults;
  return (
    <Notice kind="danger">
      {first === undefined || others.length > 0 ? messageOf(error) : summaryOf(first, labelOf)}
      {others.length > 0 && (
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.pointer}${fault.detail}`}>{summaryOf(fault, labelOf)}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
