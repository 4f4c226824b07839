/** Who rings: the location, or a list of people and numbers in their order. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { usePeople } from '../../api/company.ts';
import { Icon } from '../../components/icon.tsx';
import { MoveUp } from '../../components/parts/move-up.tsx';
import { BareField, BareSelect, SelectField } from '../../forms/fields.tsx';
import { phoneFromField, phoneInField } from '../../forms/phone/home-country.ts';
import { isPhone, NOT_A_PHONE } from '../../forms/phone/e164.ts';
import type { CallRules, Rules } from './phone-settings.ts';

/** The most people and numbers of a rule. */
const MOST = 50;

/** A row of the list: a person, or a number as it was typed. */
export interface RingRow {
  /** Distinguishes the rows while they move. */
  key: number;
  /** Empty for a number. */
  userId: string;
  number: string;
}

/** How the numbers of the rows are read. */
export interface RingReading {
  /** The country of the location that the rules are for; undefined or '' for the company's. */
  country: string | undefined;
  /** Who rang before. */
  before: Rules['ring'];
}

interface RingFieldsProps {
  rows: readonly RingRow[];
  setRows: (rows: readonly RingRow[]) => void;
  ring: Rules['ring'];
  /** Whether these are the rules for all calls. */
  isAll: boolean;
  /** Who rings without a choice here. */
  inherited: string;
}

export function RingFields({ rows, setRows, ring, isAll, inherited }: RingFieldsProps): VNode {
  const [choice, setChoice] = useState(choiceOf(ring, isAll));
  return (
    <>
      <SelectField
        label="Who rings"
        name="/ring"
        defaultValue={choice}
        onChange={({ currentTarget: { value } }) => {
          setChoice(value);
          if (value === 'list' && rows.length === 0) setRows(withRow(rows));
        }}
      >
        {!isAll && <option value="">As all calls: {inherited}</option>}
        <option value="location">The location’s phones and people</option>
        <option value="list">These people and phones</option>
      </SelectField>
      {choice === 'list' && <RingRows at="" {...{ rows, setRows }} />}
    </>
  );
}

/** People and numbers in their order. @param props `at`: the pointer of what rings them */
export function RingRows({
  rows,
  setRows,
  at,
}: Pick<RingFieldsProps, 'rows' | 'setRows'> & { at: string }): VNode {
  return (
    <fieldset class="ring-rows">
      <legend class="label">In this order</legend>
      {rows.map((row, index) => (
        <Row key={row.key} {...{ rows, setRows, row, index, at }} />
      ))}
      {rows.length < MOST && (
        <button type="button" class="button plain" onClick={() => setRows(withRow(rows))}>
          <Icon name="plus" /> Add somebody
        </button>
      )}
    </fieldset>
  );
}

/** Returns the rows with another empty one. */
export function withRow(rows: readonly RingRow[]): RingRow[] {
  return [...rows, { key: freshKey(rows), userId: '', number: '' }];
}

interface RowProps extends Pick<RingFieldsProps, 'rows' | 'setRows'> {
  at: string;
  row: RingRow;
  index: number;
}

function Row({ rows, setRows, row, index, at }: RowProps): VNode {
  const place = index + 1;
  const change = (part: Partial<RingRow>): void =>
    setRows(rows.map((each) => (each.key === row.key ? { ...each, ...part } : each)));
  return (
    <div class="row ring-row">
      <PersonChoice {...{ place, row, change, at }} />
      {row.userId === '' && (
        <div class="grow">
          <BareField
            label={`Phone ${place}`}
            name={`${at}/ring/${index}/number`}
            type="tel"
            autocomplete="off"
            placeholder="(512) 555-0140"
            value={row.number}
            onInput={({ currentTarget: { value } }) => change({ number: value })}
          />
        </div>
      )}
      <MoveUp items={rows} index={index} name={String(place)} move={setRows} />
      <button
        type="button"
        class="button plain icon"
        aria-label={`Remove ${place}`}
        onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
      >
        <Icon name="trash" />
      </button>
    </div>
  );
}

function PersonChoice({
  place,
  row,
  change,
  at,
}: {
  place: number;
  at: string;
  row: RingRow;
  change: (part: Partial<RingRow>) => void;
}): VNode {
  const { data: people = [] } = usePeople();
  return (
    <BareSelect
      name={`${at}/ring/${place - 1}/user_id`}
      label={`Person ${place}`}
      value={row.userId}
      onChange={({ currentTarget: { value } }) => change({ userId: value })}
    >
      <option value="">A phone number</option>
      {people
        .filter(({ is_suspended: isSuspended }) => !isSuspended)
        .map(({ user_id: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </BareSelect>
  );
}

/** Returns the rows of a saved rule. */
export function rowsOf(ring: Rules['ring']): RingRow[] {
  if (ring === undefined || ring === 'location') return [];
  return ring.map((target, key) =>
    'number' in target
      ? { key, userId: '', number: phoneInField(target.number) }
      : { key, userId: target.user_id, number: '' },
  );
}

/** Returns the rule of the rows. */
export function targetsOf(
  rows: readonly RingRow[],
  reading: RingReading,
): Exclude<CallRules['ring'], 'location'> {
  return rows.map(({ userId, number }) =>
    userId === '' ? { number: readPhone(number, reading) } : { user_id: userId },
  );
}

/** Returns the faults of the rows, if the list is chosen. */
export function ringFaults(
  choice: unknown,
  rows: readonly RingRow[],
  reading: RingReading,
): { pointer: string; code: string; detail: string }[] {
  if (choice !== 'list') return [];
  if (rows.length === 0) {
    return [{ pointer: '/ring', code: 'invalid', detail: 'Add somebody who rings.' }];
  }
  return rows.flatMap(({ userId, number }, index) =>
    userId !== '' || isPhone(readPhone(number, reading))
      ? []
      : [{ pointer: `/ring/${index}/number`, code: 'invalid_phone', detail: NOT_A_PHONE }],
  );
}

/** Reads a number as its location's country writes it. One that nobody changed stays what it was. */
function readPhone(text: string, { country, before }: RingReading): string {
  const known = Array.isArray(before)
    ? before.flatMap((target) => ('number' in target ? [target.number] : []))
    : [];
  return phoneFromField(text, country, known);
}

function choiceOf(ring: Rules['ring'], isAll: boolean): string {
  if (ring === undefined) return isAll ? 'location' : '';
  return ring === 'location' ? 'location' : 'list';
}

function freshKey(rows: readonly RingRow[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}
