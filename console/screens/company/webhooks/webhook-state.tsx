/** The state of a webhook as text with an icon: active, paused or ended, the last answer, and since when messages fail. */
import type { VNode } from 'preact';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { formatMoment, When } from '../../../components/text/values.tsx';
import { attemptText, STATE_NAMES, type Webhook } from './webhook.ts';

const ICONS: Record<Webhook['state'], IconName> = { active: 'check', paused: 'clock', ended: 'close' };

export function WebhookState({ webhook: { state, failing_since: since } }: { webhook: Webhook }): VNode {
  // Only an active webhook can be failing.
  if (state === 'active' && since !== undefined) {
    return (
      <span class="chip bad">
        <Icon name="warning" size={14} />
        <span>Failing</span>
      </span>
    );
  }
  return (
    <span class="chip">
      <Icon name={ICONS[state]} size={14} />
      <span>{STATE_NAMES[state]}</span>
    </span>
  );
}

export function LastMessage({
  webhook: { last_attempt: last, failing_since: since },
}: {
  webhook: Webhook;
}): VNode {
  if (last === undefined) return <>No message yet</>;
  return (
    <>
      {attemptText(last)}, <When time={last.time} />
      {since !== undefined && `, failing since ${formatMoment(since)}`}
    </>
  );
}
