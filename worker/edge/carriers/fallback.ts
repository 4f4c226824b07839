/** What the edge answers by itself, from the published phone book alone, when the company's object is slow or gone. */
import { type Instruction, planFor } from '../../core/phone/interface.ts';
import { partiesOf, type Place, readHappening } from './readers.ts';
import type { CarrierRequest } from './requests.ts';

/** What comes next in a call of which nothing is known but the request. Pure but for the book's clocks. */
export function planByItself(
  { book, fields, now, region }: Pick<CarrierRequest, 'book' | 'fields' | 'now' | 'region'>,
  place: Place,
): readonly Instruction[] {
  const happened = readHappening(place, fields, { now, region });
  if (happened === undefined) return [{ kind: 'hangup' }];
  const { number = '', from = null, hidesCaller } = partiesOf(place, fields, { region });
  return planFor(book, { happened }, { number, from, hidesCaller, now });
}
