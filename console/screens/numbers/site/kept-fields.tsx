/** The fields of what is kept of visitors, and of what ads may do with it. */
import type { VNode } from 'preact';
import { CheckField, SelectField } from '../../../forms/fields.tsx';
import type { DniSettings } from '../dni-settings.ts';

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
        hint="What you may do with their visits. The choice in a consent tool comes first."
      >
        <option value="personalized_ads">
          Report conversions to ad platforms, also for ads by interests
        </option>
        <option value="ads">Report conversions to ad platforms, but not for ads by interests</option>
        <option value="analytics">Report no conversions to ad platforms</option>
      </SelectField>
    </>
  );
}
