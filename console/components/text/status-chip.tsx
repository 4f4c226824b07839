/** The status of something the system does, as a word with an icon and a color. They mean the same on every screen. */
import type { VNode } from 'preact';
import { Icon, type IconName } from '../icon.tsx';

/** Works or done; failed; on its way or paused; ended or off. */
export type StatusKind = 'good' | 'bad' | 'waiting' | 'off';

const ICONS: Readonly<Record<StatusKind, IconName>> = {
  good: 'check',
  bad: 'warning',
  waiting: 'clock',
  off: 'close',
};

export function StatusChip({ kind, label }: { kind: StatusKind; label: string }): VNode {
  return (
    <span class={`chip ${kind}`}>
      <Icon name={ICONS[kind]} size={14} />
      <span>{label}</span>
    </span>
  );
}
