/** The company's country, which decides how typed phone numbers are read. */
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { companyPath } from '../../api/company.ts';
import { resource, useResource } from '../../api/resource.ts';
import { formatPhone } from '../../formats/phone.ts';
import type { toE164 } from './typed-phone.ts';

const PATH = '/settings';

type Reader = typeof toE164;

/** Reads numbers of all countries; null if it could not be loaded. Its table is loaded beside the screen. */
const reader = signal<Reader | null | undefined>();
const isLoaded = computed(() => reader.value !== undefined);

/**
 * Returns the company's country (ISO 3166-1 alpha-2); `''` if it could not be read, undefined until typed numbers can be
 * read.
 */
export function useHomeCountry(): string | undefined {
  const { data, failure } = useResource<{ default_region: string }>(companyPath(PATH));
  useEffect(() => {
    if (!isLoaded.value) void loadReader();
  }, []);
  if (!isLoaded.value) return undefined;
  return data?.default_region ?? (failure === undefined ? undefined : '');
}

/**
 * Converts a typed phone number to E.164.
 * @param country of numbers without a country code (ISO 3166-1 alpha-2); by default, the company's
 */
export function typedPhone(text: string, country?: string): string {
  const settings = resource<{ default_region: string }>(companyPath(PATH)).answer.peek()?.body;
  return reader.peek()?.(text, country || (settings?.default_region ?? '')) ?? text.trim();
}

/**
 * Returns a number as a field has it: as people of the company's country write it if it is read back to the same number, else with its
 * country code. (212) 867-5310 in Britain would become another number when the form is saved.
 */
export function phoneInField(number: string): string {
  const shown = formatPhone(number);
  if (typedPhone(shown) === number) return shown;
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
}

/**
 * Reads a number from a field that began with other numbers: what nobody changed stays the number that it was.
 * @param country of the branch that the number is for; without one, the company's
 * @param before the numbers that the field began with (E.164)
 */
export function phoneFromField(text: string, country: string | undefined, before: readonly string[]): string {
  const plain = text.trim();
  const unchanged = before.find((number) => phoneInField(number) === plain);
  return unchanged ?? typedPhone(plain, country);
}

async function loadReader(): Promise<void> {
  try {
    reader.value = (await import('./typed-phone.ts')).toE164;
  } catch {
    reader.value = null;
  }
}
