/** Which touches of a path a record is credited to, by model. Pure. */
import type { NumberedPath, NumberedTouch } from '../facts/dictionary.ts';
import type { Model } from './definitions.ts';

/** The shares of the first and the last touch in the model `position`; those between share the rest. */
const ENDS = 0.4;

export interface Credit {
  touch: NumberedTouch;
  /** 0 to 1; the credits of a record sum to 1. */
  weight: number;
}

const NOTHING: NumberedTouch = {
  source: 0,
  medium: 0,
  campaign: 0,
  term: 0,
  landingPage: 0,
  kind: 'other',
};

/**
 * Returns the credits of a record with a path.
 * @param isPaid tells whether a source of the company is paid for, since first visits and numbers have no channel
 */
export function creditsOf(
  { touches, creation }: NumberedPath,
  model: Model,
  isPaid: (source: number) => boolean,
): Credit[] {
  const last = touches.at(-1) ?? NOTHING;
  const all = (touch: NumberedTouch | undefined): Credit[] => [{ touch: touch ?? last, weight: 1 }];
  switch (model) {
    case 'first':
      return all(touches[0]);
    case 'last_non_direct':
      return all(touches.findLast(({ kind }) => kind !== 'direct'));
    case 'last_paid':
      return all(touches.findLast(({ kind, source }) => kind === 'paid' || isPaid(source)));
    case 'lead_creation':
      return all(touches[creation]);
    case 'position':
      return byPosition(touches, last);
    default:
      return all(last);
  }
}

function byPosition(touches: readonly NumberedTouch[], last: NumberedTouch): Credit[] {
  if (touches.length < 2) return [{ touch: last, weight: 1 }];
  if (touches.length === 2) return touches.map((touch) => ({ touch, weight: 0.5 }));
  const between = (1 - 2 * ENDS) / (touches.length - 2);
  const isEnd = (index: number): boolean => index === 0 || index === touches.length - 1;
  return touches.map((touch, index) => ({ touch, weight: isEnd(index) ? ENDS : between }));
}
