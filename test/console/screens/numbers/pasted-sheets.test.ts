// @vitest-environment happy-dom
/** The dialog that pastes a sheet. */
import { describe, expect, test } from 'vitest';
import { csvOf } from '../../../../console/screens/draft/editing/csv.ts';
import { publishedWith, SETTINGS, showNumbers } from './settings-server.ts';

describe('a pasted sheet', () => {
  test('tells the faults by row and column, makes the sources that it names, and adds the rest', async () => {
    const published = publishedWith({ sources: [], numbers: [] });
    const { find, user } = await showNumbers('numbers?over=paste', published);
    const sheet = [
      'Number\tBranch\tSource\tManager',
      '303 555 0188\tDenver\tGoogle Ads\tAnn',
      '12\tDenver\tGoogle Ads\tAnn',
    ].join('\n');
    await user.click(await find.findByLabelText(/^Rows from a spreadsheet/));
    await user.paste(sheet);
    await find.findByText(/paid clicks from Google/);
    expect(find.getByLabelText<HTMLSelectElement>('Manager becomes').value).toBe('');
    await user.click(find.getByText('Create the source'));
    await find.findByText(/^Row 3/);
    await user.click(find.getByText('Add 1 number to draft'));
    await find.findByText('1 number added to the draft.');
    await user.click(find.getByText('Review and publish'));
    await user.click(await find.findByText('Publish 2 changes'));
    await find.findByText('Everything is published.');
    expect(published.settings?.numbers).toMatchObject([
      { phone_number: '+13035550188', location_id: 'denver', source: 'Google Ads' },
    ]);
  });

  test('with columns of sources adds branches, numbers and sources at once, and one switch takes the phones off the site', async () => {
    const published = publishedWith({ sources: [], numbers: [], locations: [] });
    const { find, user } = await showNumbers('locations?over=paste', published);
    const sheet = [
      'Branch\tLatitude\tLongitude\tPhone\tGoogle Ads\tYelp',
      'Waco\t31.5\t-97.1\t254 555 0140\t254 555 0101\t254 555 0102',
      '\t\t\t\t\t',
      'Temple\t31.1\t-97.3\t254 555 0141\t254 555 0103\tsoon',
      'Total\t\t\t\t2\t1',
    ].join('\n');
    await user.click(await find.findByLabelText(/^Rows from a spreadsheet/));
    await user.paste(sheet);
    await find.findByText('3 numbers for 2 sources');
    await find.findByText(/^Row 4, Yelp: Number: “soon” is not a phone number/);
    await find.findByText('Row 5 has totals and is left out.');
    await find.findByText(/^2 numbers on your site, such as \(254\) 555-0140/);
    await user.click(find.getByLabelText('These phones are also the numbers on your site'));
    expect(find.queryByText(/numbers on your site, such as/)).toBeNull();
    await user.click(find.getByText('Add 2 locations and 3 numbers to draft'));
    await find.findByText('2 locations and 3 numbers added to the draft.');
    await user.click(find.getByText('Review and publish'));
    await user.click(await find.findByText('Publish 7 changes'));
    await find.findByText('Everything is published.');
    expect(published.settings?.locations).toMatchObject([
      { name: 'Waco', numbers: ['+12545550140'] },
      { name: 'Temple', numbers: ['+12545550141'] },
    ]);
    expect(published.settings?.targets).toEqual(SETTINGS.targets);
    expect(published.settings?.sources.map(({ name }) => name)).toEqual(['Google Ads', 'Yelp']);
  });

  test('says which rows repeat others, that a quotation mark is open, and that there is nothing to add', async () => {
    const { find, user } = await showNumbers('locations?over=paste', publishedWith({ locations: [] }));
    const row = 'Waco\t31.5\t-97.1\t254 555 0101\t254 555 0102';
    const head = 'Branch\tLatitude\tLongitude\tGoogle Ads\tYelp';
    const box = await find.findByLabelText(/^Rows from a spreadsheet/);
    await user.click(box);
    await user.paste([head, row, row].join('\n'));
    await find.findByText('2 numbers for 2 sources');
    expect(find.getAllByText('1 row is in the sheet twice and is added once: row 3 is row 2.')).toHaveLength(
      2,
    );
    expect(find.queryByText(/^Several locations are named/)).toBeNull();
    await user.paste('\n"Temple\t31.1\t-97.3\t\t');
    await find.findByText(/^A quotation mark is not closed/);
    await user.clear(box);
    await user.paste(head);
    await find.findByText('There is nothing to add below the column names.');
  });

  test('that is the CSV of the list changes nothing', async () => {
    const numbers = SETTINGS.numbers.map((number) => ({
      ...number,
      sms: number.source === 'organic_search',
    }));
    const { find, user } = await showNumbers('numbers?over=paste', publishedWith({ numbers }));
    await user.click(await find.findByLabelText(/^Rows from a spreadsheet/));
    await user.paste(csvOf('numbers', { ...SETTINGS, numbers }));
    await user.click(await find.findByText('Add 8 numbers to draft'));
    await find.findByText('8 numbers added to the draft.');
    expect(find.queryByText('Everything is published.')).not.toBeNull();
  });
});
