/** The form of a new client. */
import type { VNode } from 'preact';
import { type Currency, useCurrencies } from '../../../../api/company.ts';
import { user } from '../../../../api/user.ts';
import { plural } from '../../../../components/text/values.tsx';
import { DialogSubmit, Form, Options, SelectField, TextField } from '../../../../forms/fields.tsx';
import { CountryField, ownCountry } from '../../../../forms/lists/country-field.tsx';
import { ownZone, ZoneField } from '../../../../forms/lists/zone-field.tsx';
import { useOwnedCompanies } from '../owned.ts';

interface ClientFormProps {
  /** How many clients it may still add. */
  places: number;
  /** The company that adds it. */
  by: string;
  error: unknown;
  isBusy: boolean;
  onSave: (form: HTMLFormElement, currencies: readonly Currency[]) => void;
}

export function ClientForm({ places, by, error, isBusy, onSave }: ClientFormProps): VNode {
  const currencies = useCurrencies().data?.currencies ?? [];
  return (
    <Form name="add-client" error={error} onSubmit={(form) => onSave(form, currencies)}>
      <p>
        The client gets a company of its own, and you are its super admin with the sign-in that you have.
        {` ${by} may add ${plural(places, 'more client')}.`}
      </p>
      <TextField label="Name" name="/name" autocomplete="off" />
      <Place currencies={currencies} />
      <Template />
      <fieldset class="field">
        <legend>Invite the client</legend>
        <TextField
          label="E-mail address"
          name="/invite/email"
          type="email"
          autocomplete="off"
          hint="May be left empty. They choose their password themselves."
        />
        <SelectField label="Role" name="/invite/role_id" defaultValue="viewer">
          <option value="viewer">Viewer: reads, and changes nothing</option>
          <option value="superadmin">Super admin: may do everything</option>
        </SelectField>
      </fieldset>
      <DialogSubmit disabled={isBusy}>Add the client</DialogSubmit>
    </Form>
  );
}

/** Country, zone and currency. */
function Place({ currencies }: { currencies: readonly Currency[] }): VNode {
  const present = currencies.find(({ company_default: isDefault }) => isDefault)?.unit ?? '';
  return (
    <>
      <CountryField
        label="Country"
        name="/default_region"
        defaultValue={ownCountry()}
        hint="For phone numbers without a country code and distances."
      />
      <ZoneField
        label="Time zone"
        name="/time_zone"
        defaultValue={ownZone()}
        none="That of its default location"
        hint="For the days of its reports."
      />
      <SelectField label="Currency" name="/currency" defaultValue={present}>
        <Options of={currencies.map(({ unit, name }) => [unit, name])} />
      </SelectField>
    </>
  );
}

function Template(): VNode {
  const companies = useOwnedCompanies() ?? [];
  return (
    <SelectField
      label="Settings from"
      name="/template"
      defaultValue={user.value?.company_id ?? ''}
      hint="Fields, states, groups, views, templates, rules for calls, options, name and logo. Sources follow once it has numbers: copy them then."
    >
      <option value="">None: begin with the usual ones</option>
      <Options of={companies.map(({ company_id: id, name }) => [id, name])} />
    </SelectField>
  );
}
