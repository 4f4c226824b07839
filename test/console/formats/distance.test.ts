/** Distances are shown and typed in the unit of the company's country, and saved in kilometers. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceText, readDistance, typedDistance, unitIn } from '../../../console/formats/distance.ts';

describe('the unit', () => {
  test.for(['US', 'GB', 'LR', 'MM', 'us'])('of %s is the mile', (country) => {
    expect(unitIn(country)).toBe('mi');
  });

  test.for(['CA', 'IE', 'DE', 'AU', 'PE', ''])('of “%s” is the kilometer', (country) => {
    expect(unitIn(country)).toBe('km');
  });
});

describe('a distance', () => {
  test('is read with a tenth below a hundred, and with commas above', () => {
    expect(distanceText(39.94, 'km')).toBe('39.9 km');
    expect(distanceText(39.94, 'mi')).toBe('24.8 mi');
    expect(distanceText(2637.2, 'km')).toBe('2,637 km');
    expect(distanceText(2637.2, 'mi')).toBe('1,639 mi');
    expect(distanceText(0, 'mi')).toBe('0 mi');
  });

  test('that is typed in miles is saved in kilometers, and comes back as it was typed', () => {
    expect(readDistance('50', 'mi', null)).toBe(80.4672);
    expect(typedDistance(80.4672, 'mi')).toBe('50');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_250_000 }), fc.constantFrom('km', 'mi'), (hundredths, unit) => {
        const typed = String(hundredths / 100);
        expect(typedDistance(readDistance(typed, unit, null), unit)).toBe(typed);
      }),
    );
  });

  test.for([
    ['250 km', 250],
    ['250km', 250],
    ['12.5 kilometers', 12.5],
    ['1,000', 1000],
    ['1000', 1000],
  ] as const)('%s is understood', ([text, kilometers]) => {
    expect(readDistance(text, 'km', null)).toBe(kilometers);
  });

  test('may have the name of its own unit only', () => {
    expect(readDistance('10 miles', 'mi', null)).toBe(16.09344);
    expect(readDistance('10 mi', 'km', null)).toBeNaN();
    expect(readDistance('10 km', 'mi', null)).toBeNaN();
  });

  test.for(['250,5', 'abc', '1 000', '1.000', 'km', '1e3 km x'])('%s is not read as another one', (text) => {
    expect(readDistance(text, 'km', null)).toBeNaN();
  });

  test('that nobody changes stays as it was saved, however often the form is saved', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 20_000, noNaN: true }),
        fc.constantFrom('km', 'mi'),
        (saved, unit) => {
          expect(readDistance(typedDistance(saved, unit), unit, saved)).toBe(saved);
        },
      ),
    );
    expect(readDistance('', 'mi', 900)).toBeNull();
    expect(typedDistance(null, 'mi')).toBe('');
  });
});
