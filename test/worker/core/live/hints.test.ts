/** Hints from changes: merged, and without what a reader may not see. */
import { expect, test } from 'vitest';
import { CHANGE_TYPES, type NewChange } from '../../../../worker/core/engine/context/stream-schema.ts';
import { hintsFor, PendingHints } from '../../../../worker/core/live/hints.ts';
import { type Hint, HINT_KINDS } from '../../../../worker/core/live/messages.ts';

const MANAGER = { sees: () => true, serves: () => true };
const STRANGER = { sees: () => false, serves: () => false };

function hintsOf(changes: NewChange[], reader: Parameters<typeof hintsFor>[1]): Hint[] {
  const pending = new PendingHints();
  pending.add(changes);
  return hintsFor(pending.take(), reader);
}

test('a call is one hint for the call and one for its lead', () => {
  const call: NewChange = { type: 'call.started', leadId: 'ann', eventId: 'e', data: { call_id: 'c' } };

  expect(hintsOf([call, { ...call, type: 'call.changed' }], MANAGER)).toEqual([
    { kind: 'lead', id: 'ann' },
    { kind: 'call', id: 'c' },
  ]);
  expect(hintsOf([call], STRANGER)).toEqual([]);
});

test.for<NewChange>([
  { type: 'call.started', data: { call_id: 'c' } },
  { type: 'text.received', data: { text_id: 't' } },
])('$type without a lead is for those who serve it', (change) => {
  expect(hintsOf([change], MANAGER)).toHaveLength(1);
  expect(hintsOf([change], STRANGER)).toEqual([]);
});

test('everybody learns of users, and that settings and records have changed, but not which', () => {
  const changes: NewChange[] = [
    { type: 'user.changed', data: { user_id: 'u' } },
    { type: 'settings.changed', data: { settings: 'dni' } },
    { type: 'record.removed', data: { adm_id: 'a', record_id: 'r' } },
  ];

  expect(hintsOf(changes, STRANGER)).toEqual([
    { kind: 'user', id: 'u' },
    { kind: 'settings' },
    { kind: 'record' },
  ]);
});

test('a lead that may have left the lists of a reader is a hint without an id, unless it is new', () => {
  const assigned: NewChange = { type: 'lead.assigned', leadId: 'ann' };
  const created: NewChange = { type: 'lead.created', leadId: 'ann' };

  expect(hintsOf([assigned, { type: 'event.created', leadId: 'ann' }], STRANGER)).toEqual([{ kind: 'lead' }]);
  expect(hintsOf([created, assigned], STRANGER)).toEqual([]);
});

test('a lead that is read again without a change is a hint for those who see it', () => {
  const pending = new PendingHints();
  pending.addLeads(['ann', 'ann']);
  const hints = pending.take();

  expect(hintsFor(hints, MANAGER)).toEqual([{ kind: 'lead', id: 'ann' }]);
  expect(hintsFor(hints, STRANGER)).toEqual([]);
});

test('the kinds of more than 100 hints become hints without ids, until they are taken', () => {
  const pending = new PendingHints();
  const leads = Array.from({ length: 150 }, (_, index): NewChange => ({
    type: 'lead.created',
    leadId: `${index}`,
  }));

  pending.add(leads);

  expect(hintsFor(pending.take(), STRANGER)).toEqual([{ kind: 'lead' }]);
  expect(pending.isEmpty).toBe(true);
  pending.add(leads.slice(0, 1));
  expect(pending.take()).toEqual([{ kind: 'lead', id: '0', leadId: '0' }]);
});

test.for(CHANGE_TYPES)(
  'a change of the type %s is told to consoles as one of the kinds that they know',
  (type) => {
    const data = { call_id: 'c', text_id: 't', form_id: 'f', user_id: 'u' };
    const kinds = hintsOf([{ type, leadId: 'ann', data }], MANAGER).map(({ kind }) => kind);

    expect(kinds).not.toEqual([]);
    expect(kinds.filter((kind) => !HINT_KINDS.includes(kind))).toEqual([]);
  },
);

test('a form is told to who may see its lead', () => {
  const form: NewChange = { type: 'form.received', leadId: 'ann', data: { form_id: 'f' } };

  expect(hintsOf([form], MANAGER)).toEqual([
    { kind: 'lead', id: 'ann' },
    { kind: 'form', id: 'f' },
  ]);
  expect(hintsOf([form], STRANGER)).toEqual([]);
});
