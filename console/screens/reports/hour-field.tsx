/** Chooses the hour of the day at which something is done, in the time zone of reports. */
import type { VNode } from 'preact';
import { formatHour } from '../../formats/english.ts';
import { SelectField } from '../../forms/fields.tsx';

const HOURS = 24;

export function HourField({ name, hour }: { name: string; hour: number }): VNode {
  return (
    <SelectField label="Hour" name={name} defaultValue={String(hour)} hint="In the time zone of reports">
      {Array.from({ length: HOURS }, (_, each) => (
        <option key={each} value={String(each)}>
          {formatHour(each)}
        </option>
      ))}
    </SelectField>
  );
}
