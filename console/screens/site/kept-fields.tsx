/** The fields of what is kept of visitors, and of what ads may do with it. */
import type { VNode } from 'preact';
import { CheckField, Options, SelectField } from '../../forms/fields.tsx';
import type { DniSettings } from '../draft/dni-settings.ts';
import { UNASKED } from '../draft/member-text.ts';

/** Shows what is kept of visitors. */
export function Kept({ settings }: { settings: DniSettings }): VNode {
  return (
    <>
      <CheckField
        label="Keep visits and taps for 90 days, to find the visit that led to a call"
        name="/visits"
        defaultChecked={settings.visits}
      />
      <CheckField
        label="Contact forms of the site become leads, with the source of their visit"
        name="/forms"
        defaultChecked={settings.forms}
      />
      <SelectField
        label="Visitors whom no consent tool asked"
        name="/unasked_consent"
        defaultValue={settings.unasked_consent ?? 'ads'}
        hint="Whether their conversions are reported to ad platforms, and for which ads. The choice in a consent tool comes first."
      >
        <Options of={Object.entries(UNASKED)} />
      </SelectField>
    </>
  );
}
