/** How many of a pool's callers call while they hold its number: first-time callers alone tell it. */
import { expect, test } from 'vitest';
import { promptCalls } from '../../../../../worker/core/phone/attribution/other-attributions.ts';
import { MortalCompany } from '../../engine/context/mortal-company.ts';

const NUMBER = '+15125550101';
const NOON = Date.UTC(2026, 10, 2, 12);

test('a withheld caller does not count, since nobody knows whether it is the first call', () => {
  const company = new MortalCompany(1, 0);
  const visit = JSON.stringify({ method: 'live_lease' });
  const calls = [
    { caller: '+12065550101', prior: 0, visit },
    { caller: '+12065550102', prior: 0, visit: null },
    { caller: '+12065550102', prior: 1, visit },
    { caller: null, prior: 0, visit: null },
    { caller: null, prior: 0, visit },
  ];
  const found = company.write(({ database }) => {
    calls.forEach((call, index) => {
      database.run(
        `INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, caller, started_time, prior_calls,
           modification_time, visit, facts, remarks) VALUES (?1, 'twilio', ?1, 'inbound', ?2, ?3, ?4, ?5, ?4, ?6, '{}', '{}')`,
        `call-${index}`,
        NUMBER,
        call.caller,
        NOON + index,
        call.prior,
        call.visit,
      );
    });
    const contact = { time: NOON + 1_000, itemId: 'another', person: null, number: NUMBER };
    return promptCalls(database, contact as Parameters<typeof promptCalls>[1], [NUMBER]);
  });

  expect(found).toEqual({ calls: 2, prompt: 1 });
});
