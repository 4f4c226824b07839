/** Opening hours and special days: rows that can be added and removed. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { minutesOf } from '../../../worker/dni/pure/opening-times.ts';
import type { Fault } from '../../api/api.ts';
import { Icon } from '../../components/icon.tsx';
import { BareField, BareSelect, useFormPart } from '../../forms/fields.tsx';
import type { OpeningHours, SpecialDay } from '../draft/dni-settings.ts';

const DAYS = [
  ['weekdays', 'Monday to Friday'],
  ['everyday', 'Every day'],
  ['weekends', 'Weekends'],
  ['monday', 'Monday'],
  ['tuesday', 'Tuesday'],
  ['wednesday', 'Wednesday'],
  ['thursday', 'Thursday'],
  ['friday', 'Friday'],
  ['saturday', 'Saturday'],
  ['sunday', 'Sunday'],
] as const;

type Values = Readonly<Record<string, string | boolean>>;

export function HoursFields({ hours }: { hours: readonly OpeningHours[] }): VNode {
  return (
    <Rows legend="Opening hours" add="Add hours" count={hours.length}>
      {(index, place) => (
        <>
          <Choice
            name={`/hours/${index}/day_of_week`}
            label={`Days of hours ${place}`}
            options={DAYS}
            value={hours[index]?.day_of_week ?? 'weekdays'}
          />
          <Times
            name={`/hours/${index}`}
            of={`hours ${place}`}
            times={hours[index]}
            isNew={index >= hours.length}
          />
        </>
      )}
    </Rows>
  );
}

export function SpecialDayFields({ days }: { days: readonly SpecialDay[] }): VNode {
  return (
    <Rows legend="Special days" add="Add a special day" count={days.length}>
      {(index, place) => <SpecialDayRow day={days[index]} index={index} place={place} />}
    </Rows>
  );
}

function SpecialDayRow({
  day,
  index,
  place,
}: {
  day: SpecialDay | undefined;
  index: number;
  place: number;
}): VNode {
  const [isClosed, setClosed] = useState(day === undefined || day.closed === true);
  return (
    <>
      <div>
        <BareField
          label={`Date of special day ${place}`}
          name={`/special_hours/${index}/date`}
          type="date"
          defaultValue={day?.date ?? ''}
        />
      </div>
      <Choice
        name={`/special_hours/${index}/closed`}
        label={`Special day ${place} is`}
        options={[
          ['closed', 'closed'],
          ['open', 'open'],
        ]}
        value={isClosed ? 'closed' : 'open'}
        onChange={(value) => setClosed(value === 'closed')}
      />
      {!isClosed && (
        <Times
          name={`/special_hours/${index}`}
          of={`special day ${place}`}
          times={day?.closed === true ? undefined : day}
          isNew={day === undefined}
        />
      )}
    </>
  );
}

interface RowsProps {
  legend: string;
  /** The label of the button for another row. */
  add: string;
  /** The number of saved rows. */
  count: number;
  /** @param index of the row's values, which stays the same @param place in the list, from 1 */
  children: (index: number, place: number) => ComponentChildren;
}

function Rows({ legend, add, count, children }: RowsProps): VNode {
  const [rows, setRows] = useState(Array.from({ length: count }, (_, index) => index));
  useFormPart(legend, { value: rows, set: (kept) => setRows(kept as number[]) });
  return (
    <fieldset class="ring-rows">
      <legend class="label">{legend}</legend>
      {rows.map((row, index) => (
        <div key={row} class="row ring-row">
          {children(row, index + 1)}
          <button
            type="button"
            class="button plain icon"
            aria-label={`Remove ${index + 1} of ${legend.toLowerCase()}`}
            onClick={() => setRows(rows.filter((each) => each !== row))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="button plain"
        onClick={() => setRows([...rows, Math.max(count - 1, -1, ...rows) + 1])}
      >
        <Icon name="plus" /> {add}
      </button>
    </fieldset>
  );
}

interface TimesProps {
  /** The pointer of the row. */
  name: string;
  of: string;
  times: { from_time: string; to_time: string } | undefined;
  isNew: boolean;
}

function Times({ name, of, times, isNew }: TimesProps): VNode {
  const [from, to] = isNew ? ['09:00', '17:00'] : [clockText(times?.from_time), clockText(times?.to_time)];
  return (
    <>
      <div>
        <BareField label={`Start of ${of}`} name={`${name}/from_time`} type="time" defaultValue={from} />
      </div>
      <div>
        <BareField label={`End of ${of}`} name={`${name}/to_time`} type="time" defaultValue={to} />
      </div>
    </>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  value: string;
  onChange?: (value: string) => void;
}

function Choice({ name, label, options, value, onChange }: ChoiceProps): VNode {
  const [now, setNow] = useState(value);
  return (
    <BareSelect
      name={name}
      label={label}
      value={now}
      onChange={({ currentTarget }) => {
        setNow(currentTarget.value);
        onChange?.(currentTarget.value);
      }}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </BareSelect>
  );
}

/** Reads the opening hours. A row that is not changed keeps its form. */
export function readHours(values: Values, before: readonly OpeningHours[]): OpeningHours[] {
  return rowsIn(values, 'hours', 'day_of_week').map((index) => {
    const [from, to] = timesOf(values, `/hours/${index}`, before[index]);
    const day = String(values[`/hours/${index}/day_of_week`]) as OpeningHours['day_of_week'];
    return { duration: durationOf(from, to), from_time: from, to_time: to, day_of_week: day };
  });
}

/** Reads the special days, and the faults of those that are not complete. */
export function readSpecialDays(
  values: Values,
  before: readonly SpecialDay[],
): { days: SpecialDay[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const days = rowsIn(values, 'special_hours', 'date').map((index): SpecialDay => {
    const name = `/special_hours/${index}`;
    const date = String(values[`${name}/date`] ?? '');
    if (date === '') faults.push({ pointer: `${name}/date`, code: 'invalid', detail: 'Choose a day.' });
    if (values[`${name}/closed`] === 'closed') return { date, closed: true };
    const former = before[index];
    const [from, to] = timesOf(values, name, former?.closed === true ? undefined : former);
    if (from === '' || to === '') {
      faults.push({ pointer: `${name}/from_time`, code: 'invalid', detail: 'Enter a start and an end.' });
    }
    return { date, from_time: from, to_time: to };
  });
  return { days: days.toSorted((one, other) => (one.date < other.date ? -1 : 1)), faults };
}

/** Returns the faults of opening hours without times. */
export function hoursFaults(values: Values): Fault[] {
  return rowsIn(values, 'hours', 'day_of_week').flatMap((index) =>
    ['from_time', 'to_time']
      .filter((member) => values[`/hours/${index}/${member}`] === '')
      .map((member) => ({ pointer: `/hours/${index}/${member}`, code: 'invalid', detail: 'Enter a time.' })),
  );
}

function rowsIn(values: Values, list: string, member: string): number[] {
  const pattern = new RegExp(`^/${list}/(\\d+)/${member}$`);
  return Object.keys(values).flatMap((name) => {
    const [, index] = pattern.exec(name) ?? [];
    return index === undefined ? [] : Number(index);
  });
}

function timesOf(
  values: Values,
  name: string,
  before: { from_time?: string; to_time?: string } | undefined,
): [from: string, to: string] {
  const read = (member: 'from_time' | 'to_time'): string => {
    const typed = String(values[`${name}/${member}`] ?? '');
    const former = before?.[member];
    return former !== undefined && clockText(former) === typed ? former : typed;
  };
  return [read('from_time'), read('to_time')];
}

/** Returns a time as a field of times has it: `17:30`. The end of the day is `00:00`. */
function clockText(text = ''): string {
  const minutes = minutesOf(text);
  if (minutes === undefined) return '';
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

/** Returns the hours from opening to closing, rounded up. */
function durationOf(from: string, to: string): number {
  const span = (minutesOf(to) ?? 0) - (minutesOf(from) ?? 0);
  return Math.ceil((span > 0 ? span : span + 24 * 60) / 60);
}
