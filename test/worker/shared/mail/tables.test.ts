/** Tables of figures in mail. */
import { expect, test } from 'vitest';
import { type MailTable, tableHtml, tableText } from '../../../../worker/shared/mail/tables.ts';

const TABLE: MailTable = {
  caption: 'By source',
  head: ['Source', 'Calls', 'Cost per lead'],
  rows: [
    { name: 'Google Ads', cells: [{ text: '1,200', change: '+12%' }, { text: '$9.50' }], share: 1 },
    { name: '<b>"Łódź" & Co</b>', cells: [{ text: '1' }, { text: '–' }], share: 0.001 },
    {
      name: 'A name that is far too long for a line on a phone',
      cells: [{ text: '0' }, { text: '–' }],
      share: 0,
    },
  ],
  notes: ['3 more rows are in the file.'],
};

test('as text, figures stand below each other, names are cut, and bars follow', () => {
  expect(tableText(TABLE)).toBe(
    [
      'By source',
      '',
      'Source                               Calls  Cost per lead',
      'Google Ads                    1,200 (+12%)          $9.50  ████████████',
      '<b>"Łódź" & Co</b>                       1              –  █',
      'A name that is far too long…             0              –',
      '',
      '3 more rows are in the file.',
    ].join('\n'),
  );
});

test('as HTML, texts are escaped, rows and columns have heads, and bars are not read aloud', () => {
  const html = tableHtml(TABLE);

  expect(html).toContain('&lt;b&gt;&quot;Łódź&quot; &amp; Co&lt;/b&gt;');
  expect(html).not.toContain('<b>');
  expect(html.match(/<th scope="col"/g)).toHaveLength(3);
  expect(html.match(/<th scope="row"/g)).toHaveLength(3);
  expect(html.match(/<span aria-hidden="true"[^>]*>█+<\/span>/g)).toHaveLength(2);
  expect(html).toContain('+12%</span></td>');
});
