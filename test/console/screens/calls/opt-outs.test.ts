// @vitest-environment happy-dom
/** People who want no texts and calls: who said so, and what a manager can lift. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { OptOuts } from '../../../../console/screens/calls/opt-outs.tsx';
import { show } from '../../rendered.ts';

const person = (phone: string, origin: string, stop: string | null): object => ({
  phone,
  opted_out_at: new Date().toISOString(),
  origin,
  phone_origin: stop,
  lead_id: null,
  lead_name: null,
});

test('each line says who refused what; only what was set by hand is lifted, and a STOP beside it is told', async () => {
  const people = [
    person('+12065550101', 'message', 'message'),
    person('+12065550102', 'carrier', 'carrier'),
    person('+12065550103', 'user', null),
    person('+12065550104', 'user', 'message'),
  ];
  const { find } = await show(h(OptOuts, {}), {
    at: 'calls/opt-outs',
    answers: {
      'GET /opt_outs': { opt_outs: people },
    },
  });
  await find.findByText('(206) 555-0101');
  const lines = [...document.querySelectorAll('.texts li')];
  const told = lines.map((line) => line.querySelector('.soft')?.textContent);
  expect(told).toEqual([
    'No texts: they wrote STOP, just now',
    'No texts: told by the carrier, just now',
    'No texts and calls: set by hand, just now',
    'No texts and calls: set by hand, and no texts until they write START, just now',
  ]);
  expect(lines.map((line) => line.querySelector('button') !== null)).toEqual([false, false, true, true]);
});
