/** Who calls: a name and a number, remembered by the browser. */

const KEY = 'demo-caller';
/** What a carrier says of a caller who withholds their number. */
const WITHHELD = 'anonymous';

export interface Who {
  name: string;
  /** E.164, or that it is withheld. */
  from: string;
}

type Fields = Record<keyof Who, { value: string }>;

/** Who the fields say that calls; a number without a country code is one of the US. */
export function whoCalls({ name, from }: Fields): Who {
  const digits = from.value.replaceAll(/\D/g, '');
  const isNational = digits.length === 10 && !from.value.trim().startsWith('+');
  return { name: name.value.trim(), from: digits === '' ? WITHHELD : `+${isNational ? '1' : ''}${digits}` };
}

/** Remembers what the fields say; without any, the one who was remembered or somebody new. @returns as the fields show it */
export function rememberWho(fields?: Fields): Who {
  if (fields !== undefined) {
    const who = { name: fields.name.value, from: fields.from.value };
    localStorage[KEY] = JSON.stringify(who);
    return who;
  }
  const kept = localStorage.getItem(KEY);
  return kept === null ? somebody() : (JSON.parse(kept) as Who);
}

/** With one of the hundred numbers of San Francisco that are reserved for fiction. */
function somebody(): Who {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  return { name: 'Robin Hale', from: `(415) 555-01${String(random % 100).padStart(2, '0')}` };
}
