/** Options about who gets in: two factors, viewers, sites that use the API. */
import type { VNode } from 'preact';
import { CheckField, TextAreaField } from '../../../forms/fields.tsx';

export interface Access {
  two_factors_required: boolean;
  viewers_hear_recordings: boolean;
  cors_origins: string[];
}

export function AccessFields({ access }: { access: Access }): VNode {
  return (
    <>
      <CheckField
        label="Everybody uses two-factor sign-in"
        name="/two_factors_required"
        defaultChecked={access.two_factors_required}
        hint="Whoever has no second factor sets one up before anything else. API keys go on working."
      />
      <CheckField
        label="Viewers may hear recordings and voicemails"
        name="/viewers_hear_recordings"
        defaultChecked={access.viewers_hear_recordings}
        hint="Viewers are users who read only, such as the client of an agency. Who may hear a voicemail may read it, too."
      />
      <TextAreaField
        label="Sites that may use the API"
        name="/cors_origins"
        defaultValue={access.cors_origins.join('\n')}
        hint="One per line, such as https://app.example.com"
      />
    </>
  );
}
