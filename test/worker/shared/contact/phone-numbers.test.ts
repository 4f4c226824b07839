/** What is told of a number: whether it is one, what kind it is, and where it is. */
import { describe, expect, test } from 'vitest';
import {
  destinationOf,
  isE164,
  isLandline,
  isTakenForMobile,
  isValidPhone,
  isWithheld,
  readPhone,
  readSentPhone,
  spokenPhone,
  writtenPhone,
} from '../../../../worker/shared/contact/phone-numbers.ts';
import { faultOfDestination } from '../../../../worker/core/company/settings/destinations.ts';

/** A number that no country has, as one that came with a plus may be. */
const NOWHERE = '+999123456789';
const SATELLITE = '+881612345678';

describe('the destination', () => {
  test.for<[what: string, phone: string, regions: string[], isCostly: boolean]>([
    ['a number of New York', '+12125551234', ['US'], false],
    ['a mobile of Britain', '+447400123456', ['GB'], false],
    ['a freephone number', '+448081570192', ['GB'], false],
    ['a premium-rate number', '+19005551234', ['US'], true],
    ['a personal number', '+447012345678', ['GB'], true],
    ['a pager', '+447640123456', ['GB'], true],
    ['a satellite phone', SATELLITE, [], false],
    ['a number that no country has', NOWHERE, [], false],
    ['no number', '+1', [], false],
  ])('of %s', ([, phone, regions, isCostly]) => {
    expect(destinationOf(phone)).toEqual({ regions, isCostly });
  });

  test('of a calling code of several countries is all of them', () => {
    const { regions, isCostly } = destinationOf('+15555550100');

    expect(regions).toEqual(expect.arrayContaining(['US', 'CA']));
    expect(isCostly).toBe(false);
  });

  test.for<[phone: string, countries: string[] | undefined, fault: string | undefined]>([
    ['+12125551234', ['US'], undefined],
    ['+17875550123', ['US'], undefined],
    ['+447400123456', undefined, undefined],
    ['+447400123456', ['US'], 'is in United Kingdom;'],
    ['+19005551234', undefined, 'is a premium-rate, personal or pager number.'],
    [NOWHERE, undefined, 'is a satellite number or belongs to a network without a country.'],
    [SATELLITE, ['US'], 'is a satellite number or belongs to a network without a country.'],
  ])('%s with %j', ([phone, countries, fault]) => {
    const told = faultOfDestination(phone, countries);

    expect(told?.slice(0, phone.length)).toBe(fault && phone);
    expect(told?.includes(fault ?? '')).toBe(fault && true);
  });
});

describe('the kind', () => {
  test.for<[what: string, phone: string, isMobile: [personal: boolean, branch: boolean], landline: boolean]>([
    ['a mobile', '+447400123456', [true, true], false],
    ['a landline', '+442079460958', [false, false], true],
    ['a number of a plan that does not tell', '+12125551234', [true, false], false],
    ['a freephone number', '+18005550100', [false, false], false],
    ['a number that no country has', NOWHERE, [false, false], false],
    ['no number', '+1', [false, false], false],
  ])('of %s', ([, phone, isMobile, landline]) => {
    expect([isTakenForMobile(phone, true), isTakenForMobile(phone, false)]).toEqual(isMobile);
    expect(isLandline(phone)).toBe(landline);
  });

  test.for<[text: string, isPossible: boolean, isValid: boolean]>([
    ['+12125551234', true, true],
    ['+15125550199', true, true],
    ['+10005550199', true, false],
    ['+22981234567', true, false],
    ['+22961234567', false, false],
    [NOWHERE, false, false],
    ['12125551234', false, false],
    ['+02125551234', false, false],
    ['+1212', false, false],
    ['', false, false],
  ])('%j is possible: %s, assigned: %s', ([text, isPossible, isValid]) => {
    expect([isE164(text), isValidPhone(text)]).toEqual([isPossible, isValid]);
  });

  test.for([
    ['', true],
    ['Anonymous', true],
    ['+266696687', true],
    ['+12125551234', false],
    ['Ann', false],
  ] as const)('%j is withheld: %s', ([text, isWithheldText]) => {
    expect(isWithheld(text)).toBe(isWithheldText);
  });
});

test.for([
  ['a person', readPhone],
  ['a phone system', readSentPhone],
] as const)('of a text from %s that is too long no part is a number', ([, read]) => {
  const spaced = (blanks: number): string => `+1 212 555${' '.repeat(blanks)}1234`;

  expect(read(spaced(86), 'US')).toEqual(read('+12125551234', 'US'));
  for (const blanks of [87, 88, 1_000]) expect(read(spaced(blanks), 'US')).toBeUndefined();
  expect(read(`${' '.repeat(90)}+1 212 555 1234`, 'US')).toBeUndefined();
  expect(read(`${' '.repeat(90)}212 555 1234`, 'US')).toBeUndefined();
});

test.for([
  ['+12125551234', 'US', '(212) 555-1234', '2 1 2, 5 5 5, 1 2 3 4'],
  ['+12125551234', 'GB', '+1 212 555 1234', '+ 1, 2 1 2, 5 5 5, 1 2 3 4'],
  ['+442079460958', 'GB', '020 7946 0958', '0 2 0, 7 9 4 6, 0 9 5 8'],
  ['48273', 'US', '48273', '4 8 2 7 3'],
] as const)('%s is written and spoken in %s', ([phone, region, written, spoken]) => {
  expect(writtenPhone(phone, region)).toBe(written);
  expect(spokenPhone(phone, region)).toBe(spoken);
});
