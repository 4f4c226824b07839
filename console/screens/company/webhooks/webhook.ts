/** Webhooks as the API answers them, and the names of their parts. Pure. */
import type { ChangeType } from '../../../../worker/core/engine/context/stream-schema.ts';
import { plural } from '../../../components/text/values.tsx';
import type { DeliveryBody, WebhookBody } from '../../../../worker/core/outbound/webhooks/reference.ts';

/** A webhook. Its secret is sent only when it is created. */
export type Webhook = WebhookBody;
/** The result of the last message. */
export type Attempt = NonNullable<Webhook['last_attempt']>;
/** A message and its result. */
export type Delivery = DeliveryBody;

export const STATE_NAMES: Record<Webhook['state'], string> = {
  active: 'Active',
  paused: 'Paused',
  ended: 'Stopped by the receiver',
};

export const STATUS_NAMES: Record<Delivery['status'], string> = {
  delivered: 'Delivered',
  pending: 'Pending',
  failed: 'Failed',
  not_sent: 'Not sent',
};

/** The events of webhooks, by kind. */
export const EVENT_KINDS: Record<string, { label: string; types: Partial<Record<ChangeType, string>> }> = {
  lead: {
    label: 'Leads',
    types: {
      'lead.created': 'created',
      'lead.changed': 'changed',
      'lead.assigned': 'assigned',
      'lead.merged': 'merged',
      'lead.unmerged': 'merge undone',
      'lead.removed': 'removed',
      'lead.restored': 'restored',
      'lead.erased': 'erased',
    },
  },
  event: {
    label: 'Timelines',
    types: {
      'event.created': 'entry added',
      'event.changed': 'entry changed',
      'event.removed': 'entry removed',
    },
  },
  call: {
    label: 'Calls',
    types: {
      'call.started': 'started',
      'call.completed': 'ended',
      'call.changed': 'changed',
      'call.transcribed': 'written down',
    },
  },
  text: {
    label: 'Texts',
    types: { 'text.received': 'received', 'text.sent': 'sent', 'text.changed': 'changed' },
  },
  form: { label: 'Forms', types: { 'form.received': 'received', 'form.changed': 'changed' } },
  user: { label: 'Users', types: { 'user.created': 'added', 'user.changed': 'changed' } },
  settings: { label: 'Settings', types: { 'settings.changed': 'changed' } },
  record: {
    label: 'Data modules',
    types: {
      'record.created': 'record added',
      'record.changed': 'record changed',
      'record.removed': 'record removed',
    },
  },
  report: { label: 'Reports', types: { 'report.ready': 'ready' } },
};

/** Every type of change. */
export const EVENT_TYPES: readonly string[] = Object.values(EVENT_KINDS).flatMap(({ types }) =>
  Object.keys(types),
);

/** Returns the result of an attempt: `500 in 12 ms`, or the error. */
export function attemptText({
  answer_status: status,
  answer_milliseconds: duration,
  last_error: error,
}: Attempt): string {
  return status === undefined ? (error ?? '').replace(/\.$/, '') : `${status} in ${duration} ms`;
}

/** Returns who made a webhook, if it was a platform for itself. */
export function makerText({ key_name: name }: Webhook): string | undefined {
  return name === undefined ? undefined : `By the API key “${name}”, with which it ends`;
}

const MOST_NAMED = 3;

/** Returns the event types that match the patterns. */
export function typesOf(events: readonly string[]): Set<string> {
  return new Set(
    EVENT_TYPES.filter((type) =>
      events.some((pattern) => pattern === '*' || pattern === type || pattern === `${kindOf(type)}.*`),
    ),
  );
}

/**
 * Returns the shortest patterns for event types: `lead.*` if all types of a kind are chosen, which then includes future
 * types.
 */
export function patternsOf(types: ReadonlySet<string>): string[] {
  return Object.entries(EVENT_KINDS).flatMap(([kind, { types: own }]) => {
    const chosen = Object.keys(own).filter((type) => types.has(type));
    return chosen.length === Object.keys(own).length ? [`${kind}.*`] : chosen;
  });
}

/** Returns the events of a webhook in words. */
export function eventsText(events: readonly string[]): string {
  if (events.includes('*')) return 'Everything';
  const named = events.map((pattern) =>
    pattern.endsWith('.*') ? (EVENT_KINDS[kindOf(pattern)]?.label ?? pattern) : typeName(pattern),
  );
  const more = named.length - MOST_NAMED;
  const shown = named.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? `${shown} and ${plural(more, 'other')}` : shown;
}

/** Returns `Leads: created` for `lead.created`. */
export function typeName(type: string): string {
  const { label, types } = EVENT_KINDS[kindOf(type)] ?? {};
  const name = types?.[type as ChangeType];
  return name === undefined ? (type === 'webhook.test' ? 'Test' : type) : `${label}: ${name}`;
}

function kindOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}
