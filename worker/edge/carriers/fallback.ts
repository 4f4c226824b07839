/** Answers calls at the edge from the published phone book when the company's Durable Object is slow or fails. */
import { type Instruction, planFor } from '../../core/phone/interface.ts';
import { partiesOf, type CallbackStep, readHappening } from './readers.ts';
import type { CarrierRequest } from './requests.ts';

/** Plans the next step of a call from its request alone. Pure except for the clocks of the phone book. */
export function planByItself(
  { book, fields, now, region }: Pick<CarrierRequest, 'book' | 'fields' | 'now' | 'region'>,
  step: CallbackStep,
): readonly Instruction[] {
  const happened = readHappening(step, fields, { now, region });
  if (happened === undefined) return [{ kind: 'hangup' }];
  const { number = '', from = null, hidesCaller } = partiesOf(step, fields, { region });
  return planFor(book, { happened }, { number, from, hidesCaller, now });
}
