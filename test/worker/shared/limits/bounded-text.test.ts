/** Answers from outside are read up to a size. */
import { expect, test } from 'vitest';
import { jsonOf, textWithin } from '../../../../worker/shared/limits/bounded-text.ts';

/** An answer without an end, and how many pieces of 1,000 bytes were read of it. */
function endless(): { response: Response; read: () => number; isCancelled: () => boolean } {
  let pieces = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pieces += 1;
      controller.enqueue(new Uint8Array(1_000).fill(120));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  return { response: new Response(body), read: () => pieces, isCancelled: () => isCancelled };
}

test('of an endless answer no more is read than the bound', async () => {
  const { response, read, isCancelled } = endless();

  expect(await textWithin(response, 5_000)).toBeUndefined();
  expect(read()).toBeLessThan(10);
  expect(isCancelled()).toBe(true);
});

test('an answer of exactly the bound is whole', async () => {
  expect(await textWithin(new Response('äöü'), 6)).toBe('äöü');
  expect(await textWithin(new Response('äöü'), 5)).toBeUndefined();
  expect(await textWithin(new Response(null), 5)).toBe('');
});

test('only JSON is parsed', () => {
  expect([jsonOf('{"a":1}'), jsonOf('{'), jsonOf(''), jsonOf(undefined)]).toEqual([
    { a: 1 },
    undefined,
    undefined,
    undefined,
  ]);
});
