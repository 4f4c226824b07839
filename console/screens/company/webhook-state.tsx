/** Whether a webhook is sent to, in words and with a sign. */
import type { VNode } from 'preact';
import { Icon, type IconName } from '../../components/icon.tsx';
import { STATE_NAMES, type Webhook } from './webhook.ts';

const ICONS: Record<Webhook['state'], IconName> = { active: 'check', paused: 'clock', ended: 'close' };

export function WebhookState({ state }: Pick<Webhook, 'state'>): VNode {
  return (
    <span class="chip">
      <Icon name={ICONS[state]} size={14} />
      <span>{STATE_NAMES[state]}</span>
    </span>
  );
}
