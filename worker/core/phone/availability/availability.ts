/** Changes which users are available for calls. The phones of others do not ring; the phone book knows it. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { listAway, setAway, setThere } from '../../people/users/away-users.ts';
import type { AvailabilityBody } from './reference.ts';

/** Builds the answer: the users who are not available now, the latest first. */
export function availabilityBody(context: RequestContext): AvailabilityBody {
  return {
    away: listAway(context).map(({ userId, name, since, until }) => ({
      user_id: userId,
      name,
      since: writeMoment(since),
      until: until === null ? null : writeMoment(until),
    })),
  };
}

/** Sets whether a user is available. Reports the change, so that the phone book is renewed and colleagues see it. */
export function setAvailability(
  context: WriteContext,
  userId: string,
  { isAvailable, until }: { isAvailable: boolean; until: number | null },
): void {
  if (isAvailable) setThere(context, userId);
  else setAway(context, userId, until);
  context.emit({ type: 'user.changed', data: { user_id: userId } });
  context.audit({
    action: isAvailable ? 'user.available' : 'user.away',
    subject: `user:${userId}`,
    ...(until === null ? {} : { detail: { until: writeMoment(until) } }),
  });
}
