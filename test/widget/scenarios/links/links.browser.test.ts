/** All kinds of links to a target dial the new number, with matching labels. */
import { expect, test } from 'vitest';
import { findFaults, openSwapped } from '../../pages.ts';
import { setUpScenario } from '../../scenario.ts';

/** Only the new number of the Austin office accepts no messages. */
const NUMBERS = [
  { target: '+12125550134', phone_number: '+14155550100', sms: true },
  { target: '+12125550188', phone_number: '+14155550100', sms: true },
  { target: '+15125550134', phone_number: '+15125550777' },
  { target: '+442079460100', phone_number: '+442079460999', sms: true },
  { target: '+33199001234', phone_number: '+3225501234', sms: true },
];

const scenario = setUpScenario(import.meta.dirname, {
  settings: {
    targets: NUMBERS.map(({ target }) => ({ number: target })),
    numbers: NUMBERS,
  },
});

test('links for calls, messages and chats get the new number', async () => {
  const page = await openSwapped(scenario, '/page.html');

  expect(await findFaults(page)).toEqual([]);
});

test('ordinary links, other numbers, message links for a number without messages, and labels of links for another number stay', async () => {
  const page = await openSwapped(scenario, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});
