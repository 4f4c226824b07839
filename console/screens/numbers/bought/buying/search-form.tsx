/** The form to search numbers: by place or digits, and kind. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Form, Options, SelectField, TextField } from '../../../../forms/fields.tsx';
import { textOf, valuesOf } from '../../../../forms/form-values.ts';
import { CountryField } from '../../../../forms/lists/country-field.tsx';
import { useHomeCountry } from '../../../../forms/phone/home-country.ts';
import type { DniSettings } from '../../../draft/dni-settings.ts';
import { LocationField } from '../../../draft/editing/use-fields.tsx';
import { KINDS, type NumberQuery, type Way, WAYS } from './search.ts';

/** Countries in which carriers know what is near. */
const MEASURED: readonly string[] = ['US', 'CA'];

const LABELS: Record<Exclude<Way, 'near'>, readonly [label: string, hint: string]> = {
  area_code: ['Area code', 'Such as 512.'],
  city: ['City', 'As it is written there, such as Austin.'],
  postal_code: ['Postal code', 'Such as 78701.'],
  contains: ['Digits or letters', 'Such as 4328 or HEAT; * stands for any digit.'],
};

interface SearchFormProps {
  /** As published: the carrier is asked by their places. */
  published: DniSettings;
  /** The id of the location that is chosen at first; empty for none. */
  first: string;
  error: unknown;
  isBusy: boolean;
  search: (query: NumberQuery) => void;
}

export function SearchForm({ published, first, error, isBusy, search }: SearchFormProps): VNode {
  const home = useHomeCountry() || 'US';
  const canBeNear = published.locations.length > 0 && MEASURED.includes(home);
  const ways = WAYS.filter(([name]) => name !== 'near' || canBeNear);
  const [way, setWay] = useState<Way>(canBeNear ? 'near' : 'area_code');
  const submit = (form: HTMLFormElement): void => {
    const values = valuesOf(form);
    const [wanted = '', kind = '', country = ''] = [`/${way}`, '/type', '/country'].map((name) =>
      textOf(values, name),
    );
    search({ way, wanted, kind, country });
  };
  return (
    <Form name="number-search" class="number-search" error={error} onSubmit={submit} isKept>
      <SelectField
        label="Find by"
        name="/way"
        defaultValue={way}
        onChange={({ currentTarget: { value } }) => setWay(value as Way)}
      >
        <Options of={ways} />
      </SelectField>
      <WantedField way={way} published={published} first={first} />
      <SelectField label="Kind" name="/type" defaultValue="local">
        <Options of={KINDS} />
      </SelectField>
      <CountryField label="Country" name="/country" defaultValue={home} />
      <button type="submit" class="button" disabled={isBusy}>
        {isBusy ? 'Searching…' : 'Search'}
      </button>
    </Form>
  );
}

/** The field for what is searched for. */
function WantedField({ way, published, first }: { way: Way; published: DniSettings; first: string }): VNode {
  if (way !== 'near') {
    const [label, hint] = LABELS[way];
    return <TextField key={way} label={label} name={`/${way}`} autocomplete="off" hint={hint} />;
  }
  return <LocationField settings={published} value={first} label="Location" none="Anywhere" name="/near" />;
}
