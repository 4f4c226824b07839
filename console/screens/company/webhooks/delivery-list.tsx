/** The messages to a webhook, newest first. A failed one shows the reason and can be sent again. */
import type { DeliveryPage } from '../../../../worker/core/outbound/webhooks/reference.ts';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { StatusChip, type StatusKind } from '../../../components/text/status-chip.tsx';
import { Empty } from '../../../components/notice.tsx';
import { Pages } from '../../../components/paging/pages.tsx';
import { Read } from '../../../components/read.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { formatMoment, When } from '../../../components/text/values.tsx';
import { place } from '../../../address/router.ts';
import { type Shown, useResource } from '../../../api/resource.ts';
import { type Delivery, STATUS_NAMES, typeName } from './webhook.ts';
import { sendAgain, webhookPath } from './webhook-actions.ts';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { Table } from '../../../components/table.tsx';

/** The interval between two reads while a message is pending. */
const LOOK_AGAIN_MS = 2_000;
/** The longest wait for a next attempt that is shown live. */
const SOON_MS = 15_000;

export function DeliveryList({ webhookId }: { webhookId: string }): VNode {
  const { query } = place.value;
  const status = query.get('status') ?? undefined;
  const cursor = query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams({ ...(status && { status }), ...(cursor && { cursor }) });
  const shown = useResource<DeliveryPage>(webhookPath(`/${webhookId}/deliveries?${parameters}`));
  useLookingAgain(shown);
  return (
    <section aria-labelledby="messages" aria-busy={shown.isFormer || shown.isBusy}>
      <div class="row section-head">
        <h2 id="messages" class="grow">
          Messages
        </h2>
        <FilterSelect
          name="status"
          label="Status"
          value={status}
          all="Any status"
          choices={Object.entries(STATUS_NAMES)}
          class="slim-select"
        />
      </div>
      <Read shown={shown}>
        {({ deliveries, next_cursor: next }) =>
          deliveries.length === 0 ? (
            <Empty
              icon={status === undefined ? 'mail' : 'filter'}
              text={
                status === undefined
                  ? 'No messages in the last 30 days. “Send a test” tries the webhook.'
                  : 'No messages with this status.'
              }
            />
          ) : (
            <>
              <DeliveryTable webhookId={webhookId} deliveries={deliveries} />
              <Pages isFirst={cursor === undefined} next={next} />
            </>
          )
        }
      </Read>
    </section>
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

interface DeliveryTableProps {
  webhookId: string;
  deliveries: readonly Delivery[];
}

function DeliveryTable({ webhookId, deliveries }: DeliveryTableProps): VNode {
  return (
    <div class="card">
      <Table
        class="deliveries"
        caption="Messages"
        columns={[
          'Event',
          'Status',
          { label: 'When', class: 'on-medium' },
          { label: 'Actions', isUnseen: true },
        ]}
      >
        {deliveries.map((delivery) => (
          <Row key={delivery.delivery_id} webhookId={webhookId} delivery={delivery} />
        ))}
      </Table>
    </div>
  );
}

const KINDS: Record<Delivery['status'], StatusKind> = {
  delivered: 'good',
  pending: 'waiting',
  failed: 'bad',
  not_sent: 'off',
};

function Row({ webhookId, delivery }: { webhookId: string; delivery: Delivery }): VNode {
  const { delivery_id: id, type, status, attempts, created_time: created } = delivery;
  const isNew = status === 'pending' && attempts === 0;
  return (
    <tr>
      <th scope="row">
        {typeName(type)}
        <span class="under time-below">
          <When time={created} />
        </span>
      </th>
      <td>
        <StatusChip kind={KINDS[status]} label={STATUS_NAMES[status]} />
        <span class="under">{outcomeText(delivery)}</span>
      </td>
      <td class="on-medium soft">
        <When time={created} />
      </td>
      <td class="number">
        {!isNew && (
          <button
            type="button"
            class="button slim"
            onClick={() => void sendAgain(webhookId, id).catch(toastFailure)}
          >
            Send again<span class="unseen"> {typeName(type)}</span>
          </button>
        )}
      </td>
    </tr>
  );
}

/** Describes the answer or error of a message, and its next attempt. */
function outcomeText(delivery: Delivery): string {
  const { status, attempts, answer_status: answer, answer_milliseconds: duration } = delivery;
  if (status === 'delivered')
    return `${answer} in ${duration} ms${attempts > 1 ? `, attempt ${attempts}` : ''}`;
  const { last_error: error = '', next_attempt_time: next } = delivery;
  const tried = attempts > 1 ? `${error} ${attempts} attempts.` : error;
  return next === undefined || attempts === 0 ? tried : `${tried} Next attempt ${formatMoment(next)}.`;
}
