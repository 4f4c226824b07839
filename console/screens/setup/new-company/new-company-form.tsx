/** The form of a new company. The operator token is sent once, and neither stored nor put into an address. */
import type { VNode } from 'preact';
import { readAnswer, Refusal, send } from '../../../api/api.ts';
import { forgetUser } from '../../../api/session.ts';
import type { User } from '../../../api/user.ts';
import { load } from '../../../address/router.ts';
import { Form, Submit, TextField } from '../../../forms/fields.tsx';
import { passwordIn, valuesOf } from '../../../forms/form-values.ts';
import { keptId, renewId } from '../../../api/kept-id.ts';
import { CountryField, ownCountry } from '../../../forms/lists/country-field.tsx';
import { ownZone, ZoneField } from '../../../forms/lists/zone-field.tsx';
import { NewPassword } from '../../../forms/new-password.tsx';
import { useSaving } from '../../../forms/saving.ts';

/** The name under which this tab keeps the id of the company that it makes. */
const KEPT_ID = 'leadline.new-company';

export function NewCompanyForm(): VNode {
  const { error, isBusy, save } = useSaving(make);
  return (
    <Form name="new-company" isKept hasFocus error={error} onSubmit={save}>
      <TextField
        label="Operator token"
        name="/operator_token"
        class="masked"
        autocomplete="off"
        hint="The value of OPERATOR_TOKEN, which only the owner of this Leadline has. On your own machine, npm start prints it."
      />
      <fieldset>
        <legend>Your company</legend>
        <TextField label="Name" name="/name" autocomplete="organization" />
        <CountryField
          label="Country"
          name="/default_region"
          defaultValue={ownCountry()}
          hint="For phone numbers without a country code, money and distances."
        />
        <ZoneField
          label="Time zone"
          name="/time_zone"
          defaultValue={ownZone()}
          none="That of the default location"
          hint="The days of its reports begin at midnight there."
        />
      </fieldset>
      <fieldset>
        <legend>You</legend>
        <TextField label="Your name" name="/superadmin/name" autocomplete="name" />
        <TextField label="E-mail address" name="/superadmin/email" type="email" autocomplete="username" />
        <NewPassword label="Password" name="/superadmin/password" />
      </fieldset>
      <Submit disabled={isBusy}>Create the company</Submit>
    </Form>
  );
}

/** Makes the company and opens its setup. @throws Refusal, Unreachable */
async function make(form: HTMLFormElement): Promise<void> {
  const values = valuesOf(form);
  const text = (name: string): string => String(values[name] ?? '');
  const body = {
    operator_token: text('/operator_token'),
    company_id: keptId(KEPT_ID),
    name: text('/name'),
    default_region: text('/default_region'),
    time_zone: text('/time_zone') || null,
    superadmin: {
      name: text('/superadmin/name'),
      email: text('/superadmin/email'),
      password: passwordIn(form, 'superadmin/password') ?? '',
    },
  };
  const { company_id: id } = await answerTo(body);
  forgetUser();
  load(`/console/${id}/setup`);
}

async function answerTo(body: object): Promise<User> {
  try {
    return (await readAnswer<User>(await send('/console/session/new', { method: 'POST', body }))).body;
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.code !== 'company_exists') throw error;
    // An earlier try made it, and its answer was lost. What is in the form now is for another one.
    renewId(KEPT_ID);
    const detail =
      'An earlier try has made a company with other details. Sign in to it, or press the button again to make another one.';
    throw new Refusal({ ...error.problem, detail }, undefined);
  }
}
