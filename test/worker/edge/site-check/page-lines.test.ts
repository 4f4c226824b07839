import { expect, test } from 'vitest';
import { EDGE, JOINT, PageLines } from '../../../../worker/edge/site-check/page-lines.ts';

/** An element with its contents, and whether the widget skips it. */
interface Element {
  name: string;
  isExcluded?: boolean;
  children: (Element | string)[];
}

/** Returns the lines of a page, with `|` for the edge of a unit and ` ~ ` between texts. */
function linesOf(page: Element): string[] {
  const heard: string[] = [];
  const lines = new PageLines((line) => heard.push(line));
  const put = ({ name, isExcluded = false, children }: Element): void => {
    const end = lines.begin(name, isExcluded);
    for (const child of children) {
      if (typeof child === 'string') lines.add(child, true);
      else put(child);
    }
    end?.();
  };
  put(page);
  return heard.map((line) => line.replaceAll(EDGE, '|').replaceAll(JOINT, '~'));
}

test('the digits of a link are separated from those beside it, but not those of other inline elements', () => {
  const around = (name: string): Element => ({
    name: 'p',
    children: ['Room 7', { name, children: ['800 555-0100'] }, '2'],
  });

  expect(linesOf(around('a'))).toEqual(['Room 7|~800 555-0100|~2']);
  expect(linesOf(around('b'))).toEqual(['Room 7~800 555-0100~2']);
});

test('a link in a skipped element adds neither text nor edges', () => {
  const skipped: Element = { name: 'span', isExcluded: true, children: [{ name: 'a', children: ['3'] }] };

  expect(linesOf({ name: 'p', children: ['800 555', skipped, '-0100'] })).toEqual(['800 555~-0100']);
});
