// @vitest-environment happy-dom
/** The list of leads in the address. */
import { expect, test } from 'vitest';
import {
  readListQuery,
  selectionOf,
  toggled,
  unfiltered,
  viewParameters,
} from '../../../../console/screens/leads/query.ts';

const PAGE_3 = readListQuery(new URLSearchParams('start=100&size=50&f.status=new&f.status=won&q=roof'));

test('a page of the list is read from the address', () => {
  expect(PAGE_3).toMatchObject({ start: 100, size: 50, filters: { status: ['new', 'won'] }, text: 'roof' });
});

test.for(['-50', 'x', ''])('a start of %j is the first page', (start) => {
  expect(readListQuery(new URLSearchParams({ start })).start).toBe(0);
});

test('choosing and dropping a value of a facet go to the first page', () => {
  expect(toggled(PAGE_3, 'source', 'email')).toStrictEqual({ 'f.source': ['email'], start: undefined });
  expect(toggled(PAGE_3, 'status', 'new')).toStrictEqual({ 'f.status': ['won'], start: undefined });
});

test('dropping all filters goes to the first page, without the search', () => {
  expect(unfiltered(PAGE_3)).toStrictEqual({
    'f.status': undefined,
    range: undefined,
    q: undefined,
    start: undefined,
  });
});

test('the list, its file and what is done with all its leads are of one search, which has notes, texts and e-mails', () => {
  const searched = { q: 'roof', exclude_notes: false, exclude_texts: false, exclude_emails: false };

  expect(selectionOf(PAGE_3, undefined)).toMatchObject(searched);
  for (const [name, value] of Object.entries(searched)) {
    expect(viewParameters(PAGE_3).get(name)).toBe(String(value));
  }
  expect([...viewParameters(readListQuery(new URLSearchParams('q=ro'))).keys()]).not.toContain(
    'exclude_texts',
  );
});
