/** Tells in a sentence who rings for a call. Pure. */
import type { CallPreview } from '../../../../worker/core/phone/ringing/answer-schema.ts';
import { formatPhone } from '../../../components/text/values.tsx';
import type { Names } from '../rule-words.ts';

type Person = CallPreview['rings'][number][number];

/** The most turns that a sentence names. */
const MOST_NAMED = 4;
const E164 = /\+\d{7,15}/g;

/** `A call to Denver’s number (303) 555-0101 rings Alex and Kim for 20 s, then the voicemail answers.` */
export function callSentence(preview: CallPreview, names: Names): string {
  const { number, location_id: location, rings, rules, first } = preview;
  const place = location === null ? '' : `${names.locations.get(location) ?? location}’s number `;
  const start = `A call to ${place}${formatPhone(number)}`;
  if (first[0] === 'reject') return `${start} is refused: the caller is blocked.`;
  if (first.includes('gather')) {
    return `${start} is answered by the menu “${names.menus.get(preview.menu_id ?? '') ?? ''}”. Who rings depends on the key:`;
  }
  if (rings.length === 0) return `${start} rings nobody: ${endOf(preview)}.`;
  const turns = rings.slice(0, MOST_NAMED).map((people) => listed(people.map((each) => nameOf(each, names))));
  const more = rings.length > MOST_NAMED ? `, then ${rings.length - MOST_NAMED} more in turn` : '';
  const seconds = ` for ${rules.timeout_seconds ?? 25} s`;
  return `${start} rings ${turns.join(`${seconds}, then `)}${seconds}${more}, then ${endOf(preview)}.`;
}

/** Returns a step of the decision with the people whom it rings by name, and other phones as people write them. */
export function stepText(detail: string, { rings }: Pick<CallPreview, 'rings'>, { people }: Names): string {
  const names = new Map(rings.flat().map(({ number, user_id: id }) => [number, people.get(id ?? '')]));
  return detail.replaceAll(E164, (number) => {
    const name = names.get(number);
    return name === undefined ? formatPhone(number) : `${name} ${formatPhone(number)}`;
  });
}

function endOf({ rules, first }: CallPreview): string {
  const isSpoken = rules.voicemail === false;
  if (first.length === 2 && first[0] === 'say' && first[1] === 'hangup' && !isSpoken) {
    return 'a message is played';
  }
  return isSpoken ? 'a message is played' : 'the voicemail answers';
}

function nameOf({ number, user_id: id }: Person, { people }: Names): string {
  return (id === undefined ? undefined : people.get(id)) ?? formatPhone(number);
}

/** `Alex`, `Alex and Kim`, `Alex, Kim and Jo`. One person with two phones is named once. */
function listed(all: readonly string[]): string {
  const names = [...new Set(all)];
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
