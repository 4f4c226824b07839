/** The bell: the number of unread notifications, and their list. */
import type { VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { NotificationPage } from '../../../worker/core/people/notifications/answer-schema.ts';
import { ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { changed, useResource } from '../../api/resource.ts';
import { pathTo, place } from '../../address/router.ts';
import { Icon } from '../../components/icon.tsx';
import { toastFailure } from '../../components/over/toasts.tsx';
import { When } from '../../components/text/values.tsx';
import { Availability, AwayMark } from './availability.tsx';
import { allowOnDevice, deviceState, showOnDevice } from '../../components/parts/device.ts';
import { type Notification, toldBy } from './notification.ts';

const MOST_SHOWN = 30;
/** The number on the bell says no more than this. */
const MOST_COUNTED = 99;

const path = (): string => companyPath('/notifications');

export function Bell(): VNode {
  const { data } = useResource<NotificationPage>(`${path()}?size=${MOST_SHOWN}`);
  const list = useId();
  useShownOnDevice(data);
  useSeenLead(data);
  const { unread = 0, notifications = [] } = data ?? {};
  return (
    <aside class="bell" aria-label="Notifications">
      <AwayMark />
      <button type="button" popovertarget={list} aria-label={`Notifications, ${unread} unread`}>
        <Icon name="bell" size={20} />
        {unread > 0 && <b aria-hidden="true">{unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}</b>}
      </button>
      <div id={list} class="menu notifications" popover="auto">
        <div class="row">
          <h2>Notifications</h2>
          {unread > 0 && (
            <button type="button" class="button plain slim" onClick={() => void readAll(notifications)}>
              Mark all as read
            </button>
          )}
        </div>
        {deviceState.value === 'default' && (
          <button type="button" onClick={() => void allowOnDevice().catch(toastFailure)}>
            <Icon name="bell" size={16} /> Show on this device
          </button>
        )}
        <Availability close={() => document.getElementById(list)?.hidePopover()} />
        <ToChoices close={() => document.getElementById(list)?.hidePopover()} />
        {notifications.length === 0 && <p class="soft">Nothing has happened yet.</p>}
        <ul>
          {notifications.map((notification) => (
            <li key={notification.notification_id}>
              <Line notification={notification} close={() => document.getElementById(list)?.hidePopover()} />
            </li>
          ))}
        </ul>
      </div>
      <output class="unseen">
        {unread > 0 && `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`}
      </output>
    </aside>
  );
}

function ToChoices({ close }: { close: () => void }): VNode {
  return (
    <a href={pathTo('people', 'notifications')} onClick={close}>
      <Icon name="company" size={16} /> Choose your notifications
    </a>
  );
}

/** Shows new notifications on the device. */
function useShownOnDevice(data: NotificationPage | undefined): void {
  const known = useRef<string | undefined>(undefined);
  useEffect(() => {
    const [newest] = data?.notifications ?? [];
    if (data === undefined) return;
    const isNew =
      known.current !== undefined && newest !== undefined && newest.notification_id !== known.current;
    known.current = newest?.notification_id ?? '';
    if (!isNew || newest.read_time !== undefined) return;
    const { text, to, query = '' } = toldBy(newest);
    showOnDevice(text, { url: pathTo(...to) + query, tag: newest.notification_id }).catch(() => undefined);
  }, [data]);
}

function Line({ notification, close }: { notification: Notification; close: () => void }): VNode {
  const { notification_id: id, created_time: created, read_time: readTime } = notification;
  const { text, to, query = '' } = toldBy(notification);
  const isUnread = readTime === undefined;
  const read = (): void => void (isUnread && markRead({ notification_ids: [id] }));
  return (
    <div class={isUnread ? 'told is-unread' : 'told'}>
      <a
        href={pathTo(...to) + query}
        onClick={() => {
          close();
          read();
        }}
      >
        {isUnread && <span class="unseen">Unread: </span>}
        {text}
        <small class="soft">
          <When time={created} />
        </small>
      </a>
      {isUnread && (
        <button type="button" class="button plain slim" aria-label={`Mark as read: ${text}`} onClick={read}>
          <Icon name="check" size={16} />
        </button>
      )}
    </div>
  );
}

/** Marks everything up to the newest that is shown. One that arrives meanwhile stays unread. */
async function readAll(notifications: readonly Notification[]): Promise<void> {
  const [newest] = notifications;
  if (newest !== undefined) await markRead({ until: newest.created_time });
}

/** Marks what is told of the lead on the screen as read, once somebody looks at it. */
function useSeenLead(data: NotificationPage | undefined): void {
  const { screen, rest } = place.value;
  const [leadId] = screen === 'leads' ? rest : [];
  const isNews = data?.notifications.some(
    ({ read_time: readTime, data: content }) =>
      readTime === undefined && 'lead_id' in content && content.lead_id === leadId,
  );
  useEffect(() => {
    if (leadId === undefined || isNews !== true) return undefined;
    const read = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', read);
      void markRead({ lead_id: leadId });
    };
    document.addEventListener('visibilitychange', read);
    read();
    return () => document.removeEventListener('visibilitychange', read);
  }, [leadId, isNews]);
}

async function markRead(
  body: { notification_ids: string[] } | { until: string } | { lead_id: string },
): Promise<void> {
  try {
    await ask(`${path()}/read`, { method: 'POST', body });
    changed(path());
  } catch (error) {
    toastFailure(error);
  }
}
