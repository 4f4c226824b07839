/** A body is read a part at a time, within a bound of time. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader } from '../../../../worker/shared/limits/byte-reader.ts';
import { answerOf } from '../speech/sounds.ts';

test('whatever is peeked, taken and passed over, the bytes come in order, each once', async () => {
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom('peek' as const, 'take' as const, 'pass over' as const),
      fc.integer({ min: 0, max: 300 }),
    ),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.integer({ min: 1, max: 500 }),
      steps,
      async (file, part, all) => {
        const reader = new ByteReader(answerOf(file, { part }), 60_000);
        let at = 0;
        for (const [step, count] of all) {
          const wanted = Buffer.from(file.subarray(at, at + count));
          const got =
            step === 'pass over'
              ? await reader.passOver(count).then(() => wanted)
              : await reader[step](count);
          expect(Buffer.from(got).equals(wanted)).toBe(true);
          if (step !== 'peek') at += wanted.length;
        }
        reader.cancel();
      },
    ),
    { numRuns: 200 },
  );
});

test('what takes too long fails, and what breaks off too', async () => {
  const silent = new ByteReader(
    new Response(new ReadableStream({ pull: () => new Promise(() => undefined) })),
    50,
  );
  await expect(silent.take(1)).rejects.toThrow('The answer took too long.');

  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('Broken off.')),
  });
  await expect(new ByteReader(new Response(broken), 1_000).take(1)).rejects.toThrow('Broken off.');

  expect(await new ByteReader(new Response(null), 1_000).take(5)).toHaveLength(0);
});

test('who cancels reads no more', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel: () => {
      isCancelled = true;
    },
  });
  const reader = new ByteReader(new Response(body), 1_000);
  expect(await reader.take(3)).toHaveLength(3);
  reader.cancel();
  expect(isCancelled).toBe(true);
});
