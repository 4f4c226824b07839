/** Phone numbers as people type them, compared with the Worker's reading by libphonenumber. */
import { readFileSync } from 'node:fs';
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { COUNTRY_CODES } from '../../../console/forms/lists/country-codes.ts';
import { phoneCountry } from '../../../console/forms/phone/countries.ts';
import { isPhone } from '../../../console/forms/phone/e164.ts';
import { toE164 } from '../../../console/forms/phone/typed-phone.ts';
import { readPhone } from '../../../worker/shared/contact/phone-numbers.ts';

/** The columns of a country in libphonenumber's metadata. */
const [CODE, LENGTHS, TRUNK] = [0, 3, 5];

test('the table of countries is that of libphonenumber', () => {
  const path = 'node_modules/libphonenumber-js/metadata.max.json';
  const { countries } = JSON.parse(readFileSync(path, 'utf8')) as { countries: Record<string, unknown[]> };
  const theirs = Object.entries(countries).map(([country, columns]) => [
    country,
    columns[CODE],
    // Its numbers are written with 80 or 8, of which the metadata names one.
    country === 'BY' ? ['80', '8'] : columns[TRUNK] ? [columns[TRUNK]] : [],
    columns[LENGTHS],
  ]);

  const ours = COUNTRY_CODES.map((country) => {
    const { code = '', trunks = [], lengths = [] } = phoneCountry(country) ?? {};
    const all = lengths.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
    return [country, code, trunks, all];
  });

  expect(ours).toHaveLength(getCountries().length);
  expect(ours).toEqual(theirs);
});

describe('a number is read as the Worker reads it', () => {
  /** Argentina's mobiles get a 9 and lose a 15, which no prefix explains. */
  const EXCEPTIONS = ['AR'];

  test.for(['formatNational', 'formatInternational', 'getURI'] as const)('written by %s', (format) => {
    const wrong = getCountries().filter((country: CountryCode) => {
      const written = getExampleNumber(country, examples)?.[format]() ?? '';
      return toE164(written, country) !== readPhone(written, country)?.phone;
    });

    expect(wrong).toEqual(format === 'formatNational' ? EXCEPTIONS : []);
  });

  test('one that cannot be read is refused, not changed', () => {
    expect(toE164('011 15-2345-6789', 'AR')).toBe('011 15-2345-6789');
  });

  test.for([
    ['(512) 555-0101', 'US', '+15125550101'],
    ['1-512-555-0101', 'US', '+15125550101'],
    ['512.555.0101', 'US', '+15125550101'],
    ['011 44 20 7946 0958', 'US', '+442079460958'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['+44 (0)20 7946 0958', 'GB', '+442079460958'],
    ['0044 20 7946 0958', 'GB', '+442079460958'],
    ['030 / 901820', 'DE', '+4930901820'],
    ['06 698 12345', 'IT', '+390669812345'],
    ['8 (800) 555-35-35', 'RU', '+78005553535'],
    ['800 555-35-35', 'RU', '+78005553535'],
    ['03-1234-5678', 'JP', '+81312345678'],
  ] as const)('%s in %s is %s', ([written, country, phone]) => {
    expect(toE164(written, country)).toBe(phone);
    expect(readPhone(written, country)?.phone).toBe(phone);
    expect(isPhone(phone)).toBe(true);
  });

  test.for(['', 'call us', '555-0101', '512 555 0101 ext', '+', '00'])('“%s” is no phone number', (text) => {
    expect(isPhone(toE164(text, 'US'))).toBe(false);
  });
});
