/** Keys from outside never match members of Object.prototype. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { planFor } from '../../worker/core/phone/ringing/plans.ts';
import { fieldsSchema } from '../../worker/core/company/settings/field-schema.ts';
import { statesSchema } from '../../worker/core/company/settings/schema.ts';
import { keywordIn } from '../../worker/core/phone/messages/keywords.ts';
import { faultOfTimeZone } from '../../worker/dni/time-zones.ts';
import { decodeEntities } from '../../worker/edge/site-check/entities.ts';
import { book, MONDAY } from './core/phone/calls/routing-book.ts';

const NAMES = Object.getOwnPropertyNames(Object.prototype);

test.for(NAMES)('%s', (name) => {
  const call = { number: '+15125550102', from: '+12065550123', now: MONDAY };
  const whisper = `{${name}}`;
  expect(
    planFor(book({ defaults: { whisper } }), { kind: 'whisper', turn: 0, number: '+15125550140' }, call),
  ).toMatchObject([{ text: whisper }]);
  expect(decodeEntities(`&${name};`)).toBe(`&${name};`);
  expect(keywordIn(name)).toBeUndefined();
  expect(faultOfTimeZone(name)).toContain('Write the IANA time zone');
});

test('a field, a part of one and a state cannot have the name of a member of every object', () => {
  const field = { name: 'size', label: 'Size', type: 'text' };
  const part = { ...field, name: 'constructor' };
  const whole = { name: 'house', label: 'House', type: 'complex', sub_fields: [part] };
  const isTaken = (fields: object[]): boolean => v.safeParse(fieldsSchema, fields).success;

  expect([isTaken([field]), isTaken([part]), isTaken([whole])]).toEqual([true, false, false]);
  const states = [{ name: 'constructor', label: 'Open', color: '#123456' }];
  expect(v.safeParse(statesSchema, states).success).toBe(false);
});
