/** Selects of countries by name. Their values are codes (ISO 3166-1 alpha-2). */
import type { VNode } from 'preact';
import { Icon } from '../../components/icon.tsx';
import { regionOf } from '../../formats/reader.ts';
import { FieldGroup } from '../fields.tsx';
import { COUNTRY_CODES } from './country-codes.ts';
import { byName, type Entry, ListField, type ListFieldProps } from './list-field.tsx';

const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' });

export function CountryField(props: ListFieldProps): VNode {
  return <ListField {...props} entries={countries()} />;
}

interface CountriesFieldProps {
  label: string;
  name: string;
  hint: string;
  codes: readonly string[];
  set: (codes: string[]) => void;
}

/** Several countries: a button removes one, a select adds one. */
export function CountriesField({ label, name, hint, codes, set }: CountriesFieldProps): VNode {
  return (
    <FieldGroup label={label} name={name} hint={hint}>
      {codes.length > 0 && (
        <ul class="row countries">
          {codes.map((code) => (
            <li key={code} class="chip">
              <span>{countryName(code)}</span>
              <button
                type="button"
                class="link"
                aria-label={`Remove ${countryName(code)}`}
                onClick={() => set(codes.filter((other) => other !== code))}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <select
        aria-label="Add a country"
        value=""
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          currentTarget.value = '';
          if (value !== '') set([...codes, value]);
        }}
      >
        <option value="">Add a country</option>
        {countries()
          .filter(([code]) => !codes.includes(code))
          .map(([code, country]) => (
            <option key={code} value={code}>
              {country}
            </option>
          ))}
      </select>
    </FieldGroup>
  );
}

/** Returns the country of the browser's language, if it names one. */
export function ownCountry(): string {
  const region = regionOf(navigator.language);
  return COUNTRY_CODES.includes(region) ? region : 'US';
}

function countries(): Entry[] {
  return byName(COUNTRY_CODES.map((code) => [code, countryName(code)]));
}

/** Returns the English name of a country; a text that is no code stays. */
function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}
