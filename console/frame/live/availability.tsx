/** Whether one's own phones ring for calls: not for a time, and again. */
import type { VNode } from 'preact';
import type { AvailabilityBody, AwayUser } from '../../../worker/core/phone/availability/reference.ts';
import { ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { changed, useResource } from '../../api/resource.ts';
import { user } from '../../api/user.ts';
import { Icon } from '../../components/icon.tsx';
import { toast, toastFailure } from '../../components/over/toasts.tsx';
import { formatMoment } from '../../components/text/values.tsx';
import { useSaving } from '../../forms/saving.ts';
import { formatHour } from '../../formats/english.ts';
import { MORNING, tomorrowMorning } from '../../screens/leads/lead/reminders/times.ts';

const PATH = '/availability';
const HOUR_MS = 60 * 60_000;

/** Since when and until when one is not available; undefined if one is. */
function useAway(): AwayUser | undefined {
  const { data } = useResource<AvailabilityBody>(companyPath(PATH));
  return data?.away.find(({ user_id: id }) => id === user.value?.user_id);
}

/** Stands beside the bell while one is not available. A press ends it. */
export function AwayMark(): VNode | null {
  const away = useAway();
  const { isBusy, save } = useSaving(comeBack);
  if (away === undefined) return null;
  const until = away.until === null ? '' : ` until ${formatMoment(away.until)}`;
  return (
    <button
      type="button"
      class="chip away"
      title={`Not available${until}`}
      aria-label={`Not available for calls${until}. Press to be available again.`}
      disabled={isBusy}
      onClick={() => save()}
    >
      <Icon name="clock" size={14} /> <span>Away</span>
    </button>
  );
}

/** The entries of the menu. @param close closes it */
export function Availability({ close }: { close: () => void }): VNode {
  const away = useAway();
  const { isBusy, save } = useSaving((until: Date | null | undefined) =>
    until === undefined ? comeBack() : goAway(until),
  );
  const press = (until: Date | null | undefined): void => {
    close();
    save(until);
  };
  return (
    <fieldset class="availability">
      <legend class="soft small">
        {away === undefined
          ? 'Your phone rings for calls'
          : `Your phone does not ring${away.until === null ? '' : ` until ${formatMoment(away.until)}`}`}
      </legend>
      {away !== undefined && (
        <button type="button" disabled={isBusy} onClick={() => press(undefined)}>
          <Icon name="check" size={16} /> Available again
        </button>
      )}
      {AWAY_TIMES.map(({ label, until }) => (
        <button key={label} type="button" disabled={isBusy} onClick={() => press(until(new Date()))}>
          <Icon name="clock" size={16} /> {label}
        </button>
      ))}
    </fieldset>
  );
}

/** For how long, from the press on. */
const AWAY_TIMES: readonly { label: string; until: (now: Date) => Date | null }[] = [
  { label: 'Not available for one hour', until: (now) => new Date(now.getTime() + HOUR_MS) },
  { label: `Not available until tomorrow, ${formatHour(MORNING)}`, until: tomorrowMorning },
  { label: 'Not available until I say so', until: () => null },
];

async function goAway(until: Date | null): Promise<void> {
  try {
    await send({ available: false, until: until?.toISOString() ?? null });
    toast('Your phone does not ring for calls.', () => send({ available: true }));
  } catch (error) {
    toastFailure(error);
  }
}

async function comeBack(): Promise<void> {
  try {
    await send({ available: true });
    toast('Your phone rings for calls again.');
  } catch (error) {
    toastFailure(error);
  }
}

async function send(body: { available: boolean; until?: string | null }): Promise<void> {
  const own = companyPath(`${PATH}/${user.value?.user_id}`);
  await ask(own, { method: 'PUT', body });
  changed(companyPath(PATH));
}
