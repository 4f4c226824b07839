import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test, vi } from 'vitest';
import { formatPhone } from '../../../console/formats/phone.ts';

const BRITISH = '+442079460958';

/** Waits until the notations are there, which the first number of another country loads. */
const loaded = (): Promise<boolean> => vi.waitUntil(() => formatPhone(BRITISH) !== BRITISH);

test('numbers of every country are written as libphonenumber writes them for callers from abroad', async () => {
  await loaded();
  const mobiles = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
  const fixed = [
    '+442079460958',
    '+493012345678',
    '+33142345678',
    '+390612345678',
    '+390236696',
    '+80012345678',
  ];
  const numbers = [...mobiles, ...fixed.flatMap((number) => parsePhoneNumberFromString(number) ?? [])];
  const abroad = numbers.filter(({ countryCallingCode: code }) => code !== '1');
  expect(abroad.length).toBeGreaterThan(200);
  expect(abroad.map(({ number }) => formatPhone(number))).toEqual(
    abroad.map((number) => number.formatInternational()),
  );
});

test('North American numbers are written without their code, other texts as they are', async () => {
  await loaded();
  expect(formatPhone('+15125550140')).toBe('(512) 555-0140');
  for (const text of ['72727', '', '+1', '+999123', 'Ann', '+15125550140 ext. 3']) {
    expect(formatPhone(text)).toBe(text);
  }
});
