import { describe, expect, test } from 'vitest';
import {
  type DniLocation,
  type DniSettings,
  NO_SETTINGS,
} from '../../../console/screens/numbers/dni-settings.ts';
import { csvOf } from '../../../console/screens/numbers/paste/csv.ts';
import { type PasteList, readPasted, withPasted } from '../../../console/screens/numbers/paste/pasted.ts';

const EMPTY: DniSettings = { ...NO_SETTINGS, default_number: '+18005550100' };

function location(id: string, name: string, latitude: string, more: Partial<DniLocation> = {}): DniLocation {
  const place = { city: 'Austin', state: 'TX', country: 'US', address: '1 Oak St', postal_code: '78701' };
  return {
    location_id: id,
    name,
    latitude,
    longitude: '-97.7',
    timezone: 'America/Chicago',
    ...place,
    ...more,
  };
}

/** Pastes a table with | between its cells. */
function paste(
  list: PasteList,
  settings: DniSettings,
  lines: string[],
): DniSettings & { outcomes: string[] } {
  const pasted = readPasted(
    list,
    lines.map((line) => line.split('|')),
    settings,
  );
  const outcomes = pasted.rows.map(({ line, entry, replaces, repeats, faults }) => {
    const left = faults.map(({ column, detail }) => `${column}: ${detail}`).join(' ');
    if (repeats !== undefined) return `${line} repeats ${repeats}`;
    return entry === undefined ? `${line} ${left}` : `${line} ${replaces ?? 'new'}`;
  });
  return { ...withPasted(settings, list, pasted), outcomes };
}

const idsOf = ({ locations }: DniSettings): string[] => locations.map(({ location_id: id }) => id);

describe('locations', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => `Acme Plumbing|3${index % 10}.${index}|-97.7`);

  test('of twelve rows with one name all twelve are there, each with an id of its own', () => {
    const { outcomes, ...settings } = paste('locations', EMPTY, ['Name|Lat|Lng', ...twelve]);

    expect(outcomes).toEqual(twelve.map((_, index) => `${index + 2} new`));
    expect(settings.locations.map(({ latitude }) => latitude)).toEqual(
      twelve.map((row) => row.split('|')[1]),
    );
    expect(new Set(idsOf(settings)).size).toBe(12);
    expect(idsOf(settings).slice(0, 3)).toEqual(['acme-plumbing', 'acme-plumbing-2', 'acme-plumbing-3']);
  });

  test('the same rows again, in another order and with one more, change nothing but add the one', () => {
    const { outcomes: _, ...first } = paste('locations', EMPTY, ['Name|Lat|Lng', ...twelve]);
    const again = [...twelve.toReversed(), 'Acme Plumbing|44|-93'];

    const { outcomes, ...second } = paste('locations', first, ['Name|Lat|Lng', ...again]);

    expect(second.locations.slice(0, 12)).toEqual(first.locations);
    expect(idsOf(second).slice(12)).toEqual(['acme-plumbing-13']);
    expect(outcomes.at(-1)).toBe('14 new');
  });

  test('a name that is there and comes twice changes the one at its place and adds the other', () => {
    const there = { ...EMPTY, locations: [location('austin', 'Acme', '30.2')] };

    const { outcomes, locations } = paste('locations', there, [
      'Name|Lat|Lng|City',
      'Acme|41|-87|Chicago',
      'acme|30.20|-97.7|Austin TX',
    ]);

    expect(outcomes).toEqual(['2 new', '3 austin']);
    expect(locations.map(({ location_id: id, city }) => [id, city])).toEqual([
      ['austin', 'Austin TX'],
      ['acme', 'Chicago'],
    ]);
  });

  test('one name of several that are there needs an id, unless the place says which', () => {
    const locations = [location('one', 'Acme', '30'), location('two', 'Acme', '31')];

    const { outcomes, ...settings } = paste('locations', { ...EMPTY, locations }, [
      'Name|Lat|Lng',
      'Acme|35|-97.7',
    ]);

    expect(outcomes).toEqual([
      '2 name: Several locations are named “Acme”. Add a column “id” to identify this one.',
    ]);
    expect(settings.locations).toEqual(locations);
    const placed = paste('locations', { ...EMPTY, locations }, ['Name|Lat|Lng', 'Acme|31.0|-97.7']);
    expect(placed.outcomes).toEqual(['2 two']);
  });

  test('an id names its location, whatever the name, and two rows with one id are refused by row', () => {
    const there = { ...EMPTY, locations: [location('austin', 'Austin', '30')] };
    const renamed = paste('locations', there, [
      'Id|Name|Lat|Lng',
      'austin|Austin North|30|-97.7',
      '|Austin|33|-97',
    ]);
    expect(renamed.outcomes).toEqual(['2 austin', '3 new']);
    expect(renamed.locations.map(({ location_id: id, name }) => [id, name])).toEqual([
      ['austin', 'Austin North'],
      ['austin-2', 'Austin'],
    ]);

    const twice = paste('locations', there, ['Id|Name|Lat|Lng', 'x|A|30|-97', 'x|B|31|-97', 'y|C|32|-97']);
    const detail = 'location_id: Rows 2 and 3 have the same id but differ otherwise. Keep one of them.';
    expect(twice.outcomes).toEqual([`2 ${detail}`, `3 ${detail}`, '4 new']);
    expect(idsOf(twice)).toEqual(['austin', 'y']);
  });

  test('one branch twice is taken once; said differently, neither row is', () => {
    const same = paste('locations', EMPTY, ['Name|Lat|Lng', 'A|30|-97', 'A|30|-97']);
    expect(same.outcomes).toEqual(['2 new', '3 repeats 2']);
    expect(same.locations).toHaveLength(1);

    const other = paste('locations', EMPTY, ['Name|Lat|Lng|City', 'A|30|-97|Austin', 'A|30|-97|Waco']);
    expect(other.outcomes[1]).toMatch(/^3 name: Rows 2 and 3 have the same name and coordinates/);
    expect(other.locations).toEqual([]);
  });

  test('what the table has no column for stays as it is', () => {
    const there = location('austin', 'Austin', '30', {
      hours: [],
      timezone: 'America/Denver',
      country: 'CA',
    });
    const { locations } = paste('locations', { ...EMPTY, locations: [there] }, [
      'Name|Lat|Lng',
      'Austin|30.5|-97.7',
    ]);
    expect(locations).toEqual([{ ...there, latitude: '30.5' }]);
  });
});

describe('numbers', () => {
  const settings: DniSettings = {
    ...EMPTY,
    locations: [location('a', 'Acme', '30'), location('b', 'Acme', '31'), location('c', 'Waco', '32')],
    numbers: [{ phone_number: '+15125550101', location_id: 'a', sms: true }],
  };

  test('one that rows give to two branches is refused in each of them, and nothing is overwritten', () => {
    const { outcomes, numbers } = paste('numbers', settings, [
      'Number|Location',
      '5125550101|b',
      '5125550102|c',
      '5125550101|c',
    ]);

    const detail =
      'phone_number: Rows 2 and 4 give this number to different locations. A number can have only one location: keep one of the rows.';
    expect(outcomes).toEqual([`2 ${detail}`, '3 new', `4 ${detail}`]);
    expect(numbers).toEqual([
      ...settings.numbers,
      { phone_number: '+15125550102', location_id: 'c', sms: false },
    ]);
  });

  test('one for several sources has an entry for each, and the same row twice is taken once', () => {
    const { outcomes, numbers } = paste('numbers', settings, [
      'Number|Location|Source',
      '5125550102|c|Paid search',
      '5125550102|c|Display',
      '5125550102|c|Display',
    ]);
    expect(outcomes).toEqual(['2 new', '3 new', '4 repeats 3']);
    expect(numbers.slice(1).map(({ source }) => source)).toEqual(['paid_search', 'display']);
    const again = paste('numbers', { ...settings, numbers }, [
      'Number|Location|Source',
      '5125550102|c|Display',
      '5125550102|c|Paid search',
    ]);
    expect(again.numbers).toEqual(numbers);
  });

  test('one that is there moves to the branch of its only row, and keeps what has no column', () => {
    const { outcomes, numbers } = paste('numbers', settings, ['Number|Location', '5125550101|Waco']);
    expect(outcomes).toEqual(['2 +15125550101']);
    expect(numbers).toEqual([{ phone_number: '+15125550101', location_id: 'c', sms: true }]);
  });

  test('a name or city of several branches says no branch', () => {
    const { outcomes } = paste('numbers', settings, [
      'Number|Location',
      '5125550103|acme',
      '5125550104|Austin',
    ]);
    expect(outcomes).toEqual([
      '2 location_id: Several locations are named “acme”. Enter the id of one of them: a, b.',
      '3 location_id: Several locations are named “Austin”. Enter the id of one of them: a, b, c.',
    ]);
  });

  test('of two columns that mean the same, the second is said to be left out', () => {
    const { unknown, columns } = readPasted('numbers', [['Number', 'Location', 'City']], settings);
    expect(unknown).toEqual(['City']);
    expect(columns.map(({ header }) => header)).toEqual(['Number', 'Location']);
  });
});

describe('pools', () => {
  const ads = {
    pool: 'ads',
    phone_numbers: ['+15125550161', '+15125550162'],
    hold_minutes: 20,
    overflow: '+15125550160',
    sms: false,
  };
  const settings: DniSettings = { ...EMPTY, numbers: [ads] };

  test('stay as they are, and a row with a number of theirs is refused', () => {
    const { numbers, outcomes } = paste('numbers', settings, [
      'Number|Source',
      '+15125550101|paid_search',
      '+15125550162|paid_search',
      '+15125550160|direct',
    ]);

    expect(outcomes).toEqual([
      '2 new',
      '3 phone_number: This number is in the pool “ads”, which is edited in the list. Leave the row out.',
      '4 new',
    ]);
    expect(numbers[0]).toEqual(ads);
    expect(numbers).toHaveLength(3);
  });

  test('are not in the CSV', () => {
    const number = { phone_number: '+15125550101', sms: false };

    expect(csvOf('numbers', { ...EMPTY, numbers: [ads, number] }).split('\r\n')).toEqual([
      '\uFEFFphone number,source,location id,target,sms',
      "'+15125550101,,,,no",
      '',
    ]);
  });
});
