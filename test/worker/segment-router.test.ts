import * as fc from 'fast-check';
import { PatternRouter } from 'hono/router/pattern-router';
import { expect, test } from 'vitest';
import { SegmentRouter } from '../../worker/shared/http/segment-router.ts';

/** Segments of routes; `LAST` has further ones for the end. */
const MIDDLE = ['leads', 'calls', ':id', ':lead{[0-9a-f]{3}}', '*'];
const LAST = [...MIDDLE, ':rest{.+}', ':rest{.*}', ':page?', ':path{a/b}'];
/** Segments of requests. */
const ASKED = ['leads', 'calls', 'a', 'b', '0af', 'LEADS', '%2F', ''];

const route = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...MIDDLE), { maxLength: 3 }), fc.constantFrom(...LAST))
  .filter(([middle, last]) => !middle.includes(last))
  .map(([middle, last]) => `/${[...middle, last].join('/')}`);
const method = fc.constantFrom('GET', 'POST', 'ALL');
const path = fc
  .array(fc.constantFrom(...ASKED), { maxLength: 5 })
  .map((segments) => `/${segments.join('/')}`);

test('the router finds the same handlers as Hono’s, in the same order, with the same parameters', () => {
  let found = 0;
  const sample = fc.array(fc.tuple(method, route), { minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(sample, fc.array(path, { minLength: 5, maxLength: 5 }), (routes, paths) => {
      const [ours, theirs] = [new SegmentRouter<string>(), new PatternRouter<string>()];
      for (const [method, route] of routes) {
        ours.add(method, route, `${method} ${route}`);
        theirs.add(method, route, `${method} ${route}`);
      }
      for (const asked of paths) {
        const expected = theirs.match('GET', asked);
        found += expected[0].length;
        expect(ours.match('GET', asked)).toEqual(expected);
      }
    }),
    { numRuns: 2_000 },
  );

  expect(found).toBeGreaterThan(1_000);
});
