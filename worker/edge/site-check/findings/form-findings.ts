/** Tells which forms of a page become leads. Pure. */
import type { Finding, FoundForm } from '../reference.ts';
import { finding, listed } from './finding.ts';

const KINDS: Readonly<Record<FoundForm['reason'], { form: string; why: string }>> = {
  contact: { form: 'contact form', why: 'has a field for an e-mail address or a phone number' },
  search: { form: 'search form', why: 'is a search' },
  password: { form: 'sign-in form', why: 'has a password' },
  dialog: { form: 'dialog', why: 'belongs to a dialog' },
  skipped: { form: 'excluded form', why: 'is excluded by the page' },
  no_contact: {
    form: 'form without a contact field',
    why: 'has no field for an e-mail address or a phone number, and is only counted',
  },
};

/** Returns the findings about the forms of a page. @param isOn whether the company makes leads of forms */
export function formFindings(forms: readonly FoundForm[], isOn: boolean): Finding[] {
  if (forms.length === 0) return [];
  const leads = forms.filter((form) => form.becomes_lead);
  const others = forms.filter((form) => !form.becomes_lead);
  const found = `${forms.length} ${forms.length === 1 ? 'form' : 'forms'} found`;
  const why = listed(forms.map((form) => `${named(form)} ${KINDS[form.reason].why}`));
  const reasons = `${capitalised(why)}. This check does not see forms in frames, and those that a script adds later.`;
  if (leads.length > 0 && !isOn) {
    return [
      finding(
        'forms_off',
        `${found}: ${namesOf(leads)} could become leads, but forms are off in your settings.`,
        reasons,
        'Turn on the forms of the site in your settings.',
      ),
    ];
  }
  if (leads.length === 0)
    return isOn ? [finding('no_lead_form', `${found}: none becomes a lead.`, reasons)] : [];
  const rest = others.length === 0 ? '' : `, ${namesOf(others)} ${others.length === 1 ? 'does' : 'do'} not`;
  return [
    finding(
      'forms_found',
      `${found}: ${namesOf(leads)} ${leads.length === 1 ? 'becomes' : 'become'} leads${rest}.`,
      reasons,
    ),
  ];
}

function namesOf(forms: readonly FoundForm[]): string {
  return listed(forms.map((form) => named(form)));
}

/** Returns what a form is called: `the contact form`, `the contact form “offer”`. */
function named({ reason, name }: FoundForm): string {
  const { form } = KINDS[reason];
  return name === '' || form.startsWith(`${name.toLowerCase()} `) ? `the ${form}` : `the ${form} “${name}”`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
