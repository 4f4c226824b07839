/** Formats phone numbers for people. */
import { signal } from '@preact/signals';

/** Formats numbers of other countries; undefined until it is loaded, which the first such number does. */
const abroad = signal<(phone: string) => string>();
let isAsked = false;

/**
 * Formats `+15125550140` as `(512) 555-0140`, and `+442079460958` as `+44 20 7946 0958` once the notations of other countries are
 * loaded. Other texts stay as they are.
 */
export function formatPhone(phone: string): string {
  const local = phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
  if (!/^\+\d+$/.test(local)) return local;
  if (!isAsked) void load();
  return abroad.value?.(phone) ?? phone;
}

async function load(): Promise<void> {
  isAsked = true;
  try {
    abroad.value = (await import('./phone-abroad.ts')).formatAbroad;
  } catch {
    // Numbers stay as they are.
  }
}
