/** The options for calls and texts from here: to which countries, and how many in an hour. */
import type { VNode } from 'preact';
import { CountriesField } from '../../../forms/lists/country-field.tsx';
import { TextField } from '../../../forms/fields.tsx';

export interface Outgoing {
  countries: string[] | null;
  texts_per_lead: number;
  texts_per_user: number;
  texts_per_company: number;
  calls_abroad_per_company: number;
}

const TEXTS_PER_HOUR = [
  ['texts_per_lead', 'Texts to one lead per hour'],
  ['texts_per_user', 'Texts by one user per hour'],
  ['texts_per_company', 'Texts of the company per hour'],
  ['calls_abroad_per_company', 'Calls to phones abroad per hour'],
] as const;

interface OutgoingFieldsProps {
  outgoing: Outgoing;
  countries: string[];
  setCountries: (codes: string[]) => void;
}

export function OutgoingFields({ outgoing, countries, setCountries }: OutgoingFieldsProps): VNode {
  return (
    <>
      <CountriesField
        label="Countries that may be called and texted"
        name="/outgoing/countries"
        hint="Without any, only your own country may be called and texted."
        codes={countries}
        set={setCountries}
      />
      {TEXTS_PER_HOUR.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          name={`/outgoing/${name}`}
          defaultValue={String(outgoing[name])}
          inputMode="numeric"
          autocomplete="off"
        />
      ))}
    </>
  );
}

/**
 * Reads the fields of {@link OutgoingFields}. Whoever lists the first countries does not mean to shut out their own.
 * @param named by the names of the fields without their first slash
 */
export function readOutgoing(
  named: Readonly<Record<string, string>>,
  countries: string[],
  before: Outgoing,
): Outgoing {
  const texts = TEXTS_PER_HOUR.map(([name]) => [name, Number(named[`outgoing/${name}`])]);
  const { default_region: home = '' } = named;
  const own = before.countries === null && home !== '' ? [home] : [];
  return {
    ...(Object.fromEntries(texts) as Omit<Outgoing, 'countries'>),
    countries: countries.length === 0 ? null : [...new Set([...own, ...countries])],
  };
}
