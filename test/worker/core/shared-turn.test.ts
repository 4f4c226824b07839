/** Writes that arrive at the same moment share a turn of the company's object. */
import { expect, test } from 'vitest';
import { SharedTurn } from '../../../worker/core/engine/work/shared-turn.ts';

test('work that arrives at the same moment runs in one turn in order, and a failure does not affect the others', async () => {
  const turn = new SharedTurn();
  const done: string[] = [];
  const work = (name: string) => (): string => {
    done.push(name);
    if (name === 'second') throw new Error('refused');
    // Callers that wait for an answer continue after the turn.
    queueMicrotask(() => done.push('later'));
    return name;
  };

  const answers = await Promise.allSettled(['first', 'second', 'third'].map((name) => turn.take(work(name))));

  expect(answers).toMatchObject([{ value: 'first' }, { reason: { message: 'refused' } }, { value: 'third' }]);
  expect(done).toEqual(['first', 'second', 'third', 'later', 'later']);
  expect(await turn.take(work('fourth'))).toBe('fourth');
});
