/** Reads what a carrier sent once more, by the readers of today. Pure. */
import type { CarrierEvent, Happening, KeptRequest, Reading } from '../../core/phone/interface.ts';
import { Fields, partiesOf, type Place, readHappening } from './readers.ts';

/** What a kept request says; undefined where that cannot be told, so that what was read of it before stays. */
export function readKept({ parameters, ...kept }: KeptRequest): Reading | undefined {
  const form = formOf(parameters);
  if (form === undefined) return undefined;
  const fields = new Fields(form);
  const place = placeOf(kept.happened);
  const happened = readHappening(place, fields, kept.receivedTime);
  const parties: Pick<CarrierEvent, 'number' | 'from' | 'callerName'> = partiesOf(place, fields);
  return happened && { ...kept, ...parties, happened };
}

/** The fields as they came; undefined where they were too long to be kept. */
function formOf(parameters: string): URLSearchParams | undefined {
  const pairs: unknown = JSON.parse(parameters);
  return Array.isArray(pairs) ? new URLSearchParams(pairs as [string, string][]) : undefined;
}

/** Where in a call the request stood: what was read of it says so. */
function placeOf(happened: Happening): Place {
  switch (happened.kind) {
    case 'incoming':
      return { at: 'call' };
    case 'message':
      return { at: 'voicemail' };
    case 'status':
    case 'recording':
      return { at: happened.kind };
    default:
      return { at: happened.kind, turn: happened.turn };
  }
}
