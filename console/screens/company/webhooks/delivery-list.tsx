/** The messages to a webhook, newest first. A failed one shows the reason and can be sent again. */
import type { DeliveryPage } from '../../../../worker/core/outbound/webhooks/reference.ts';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { StatusChip, type StatusKind } from '../../../components/text/status-chip.tsx';
import { Pages } from '../../../components/paging/pages.tsx';
import { Read } from '../../../components/read.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { formatMoment, When } from '../../../components/text/values.tsx';
import { place } from '../../../address/router.ts';
import { type Shown, useResource } from '../../../api/resource.ts';
import { type Delivery, STATUS_NAMES, typeName } from './webhook.ts';
import { sendAgain, webhookPath } from './webhook-actions.ts';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { List, Titled } from '../../../components/list.tsx';

/** The interval between two reads while a message is pending. */
const LOOK_AGAIN_MS = 2_000;
/** The longest wait for a next attempt that is shown live. */
const SOON_MS = 15_000;

const COLUMNS = [
  'Event',
  'Status',
  { label: 'When', class: 'on-medium', cells: 'on-medium soft' },
  { label: 'Actions', isUnseen: true, cells: 'number' },
];
const NONE = {
  icon: 'mail',
  text: 'No messages in the last 30 days. “Send a test” tries the webhook.',
} as const;
const NONE_OF_STATUS = { icon: 'filter', text: 'No messages with this status.' } as const;

export function DeliveryList({ webhookId }: { webhookId: string }): VNode {
  const { query } = place.value;
  const status = query.get('status') ?? undefined;
  const cursor = query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams({ ...(status && { status }), ...(cursor && { cursor }) });
  const shown = useResource<DeliveryPage>(webhookPath(`/${webhookId}/deliveries?${parameters}`));
  useLookingAgain(shown);
  return (
    <Titled
      id="messages"
      title="Messages"
      isBusy={shown.isFormer || shown.isBusy}
      beside={<StatusFilter status={status} />}
    >
      <Read shown={shown}>
        {({ deliveries, next_cursor: next }) => (
          <>
            <List
              class="deliveries"
              caption="Messages"
              items={deliveries}
              keyOf={({ delivery_id: id }) => id}
              empty={status === undefined ? NONE : NONE_OF_STATUS}
              columns={COLUMNS}
              cells={(delivery) => [
                <Event delivery={delivery} />,
                <Outcome delivery={delivery} />,
                <When time={delivery.created_time} />,
                <SendAgain webhookId={webhookId} delivery={delivery} />,
              ]}
            />
            {deliveries.length > 0 && <Pages isFirst={cursor === undefined} next={next} />}
          </>
        )}
      </Read>
    </Titled>
  );
}

/** Chooses messages by their status. */
export function StatusFilter({ status }: { status: string | undefined }): VNode {
  return (
    <FilterSelect
      name="status"
      label="Status"
      value={status}
      all="Any status"
      choices={Object.entries(STATUS_NAMES)}
      class="slim-select"
    />
  );
}

/** Reads the list again while a message is pending. */
function useLookingAgain({ data, resource }: Shown<DeliveryPage>): void {
  const isSoon = data?.deliveries.some(
    ({ next_attempt_time: next }) => next !== undefined && Math.abs(Date.parse(next) - Date.now()) < SOON_MS,
  );
  useEffect(() => {
    if (isSoon !== true) return undefined;
    const timer = setTimeout(() => void resource?.refresh(), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isSoon, data, resource]);
}

const KINDS: Record<Delivery['status'], StatusKind> = {
  delivered: 'good',
  pending: 'waiting',
  failed: 'bad',
  not_sent: 'off',
};

function Event({ delivery: { type, created_time: created } }: { delivery: Delivery }): VNode {
  return (
    <>
      {typeName(type)}
      <span class="under time-below">
        <When time={created} />
      </span>
    </>
  );
}

/** The status of a message, and how its last attempt ended. */
export function Outcome({ delivery }: { delivery: Omit<Delivery, 'sequence'> }): VNode {
  const { status } = delivery;
  return (
    <>
      <StatusChip kind={KINDS[status]} label={STATUS_NAMES[status]} />
      <span class="under">{outcomeText(delivery)}</span>
    </>
  );
}

function SendAgain({ webhookId, delivery }: { webhookId: string; delivery: Delivery }): VNode | null {
  const { delivery_id: id, type, status, attempts } = delivery;
  if (status === 'pending' && attempts === 0) return null;
  return (
    <button
      type="button"
      class="button slim"
      onClick={() => void sendAgain(webhookId, id).catch(toastFailure)}
    >
      Send again<span class="unseen"> {typeName(type)}</span>
    </button>
  );
}

/** Describes the answer or error of a message, and its next attempt. */
function outcomeText(delivery: Omit<Delivery, 'sequence'>): string {
  const { status, attempts, answer_status: answer, answer_milliseconds: duration } = delivery;
  if (status === 'delivered')
    return `${answer} in ${duration} ms${attempts > 1 ? `, attempt ${attempts}` : ''}`;
  const { last_error: error = '', next_attempt_time: next } = delivery;
  const tried = attempts > 1 ? `${error} ${attempts} attempts.` : error;
  return next === undefined || attempts === 0 ? tried : `${tried} Next attempt ${formatMoment(next)}.`;
}
