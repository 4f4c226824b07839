/** The caller: a name and a number, stored in the browser. */

const KEY = 'demo-caller';
/** The carrier's value for a withheld number. */
const WITHHELD = 'anonymous';

export interface Who {
  name: string;
  /** E.164, or `anonymous` if withheld. */
  from: string;
}

type Fields = Record<keyof Who, { value: string }>;

/** Reads the caller from the fields; a number without a country code is a US number. */
export function whoCalls({ name, from }: Fields): Who {
  const digits = from.value.replaceAll(/\D/g, '');
  const isNational = digits.length === 10 && !from.value.trim().startsWith('+');
  return { name: name.value.trim(), from: digits === '' ? WITHHELD : `+${isNational ? '1' : ''}${digits}` };
}

/** Stores the caller in the fields; without fields returns the stored caller or a new one. @returns text for the fields */
export function rememberWho(fields?: Fields): Who {
  if (fields !== undefined) {
    const who = { name: fields.name.value, from: fields.from.value };
    localStorage[KEY] = JSON.stringify(who);
    return who;
  }
  const kept = localStorage.getItem(KEY);
  return kept === null ? newCaller() : (JSON.parse(kept) as Who);
}

/** Makes a caller with one of San Francisco's hundred numbers that are reserved for fiction. */
function newCaller(): Who {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  return { name: 'Robin Hale', from: `(415) 555-01${String(random % 100).padStart(2, '0')}` };
}
