/** The state of a webhook as text with an icon: active, paused or ended, the last answer, and since when messages fail. */
import type { VNode } from 'preact';
import { StatusChip, type StatusKind } from '../../../components/text/status-chip.tsx';
import { formatMoment, When } from '../../../components/text/values.tsx';
import { attemptText, STATE_NAMES, type Webhook } from './webhook.ts';

const KINDS: Record<Webhook['state'], StatusKind> = { active: 'good', paused: 'waiting', ended: 'off' };

/** The members that webhooks and chat channels share. */
type Receiver = Pick<Webhook, 'state' | 'last_attempt' | 'failing_since'>;

export function WebhookState({ webhook: { state, failing_since: since } }: { webhook: Receiver }): VNode {
  // Only an active webhook can be failing.
  if (state === 'active' && since !== undefined) return <StatusChip kind="bad" label="Failing" />;
  return <StatusChip kind={KINDS[state]} label={STATE_NAMES[state]} />;
}

export function LastMessage({
  webhook: { last_attempt: last, failing_since: since },
}: {
  webhook: Receiver;
}): VNode {
  if (last === undefined) return <>No message yet</>;
  return (
    <>
      {attemptText(last)}, <When time={last.time} />
      {since !== undefined && `, failing since ${formatMoment(since)}`}
    </>
  );
}
