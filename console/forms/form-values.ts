/** Reads the values of a submitted form. */

/** The values of a form by field name: texts trimmed, checkboxes as booleans. */
export type FormValues = Record<string, string | boolean>;

/** Returns the values of a form. */
export function valuesOf(form: HTMLFormElement): FormValues {
  const values: FormValues = {};
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.type === 'checkbox') {
      if (element.name !== '') values[element.name] = element.checked;
    } else if (
      (element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement) &&
      element.name !== ''
    ) {
      values[element.name] = element.value.trim();
    }
  }
  return values;
}

/** Returns a password as it was typed, since it may begin or end with blanks; undefined if the form has no such field. */
export function passwordIn(form: HTMLFormElement, name = 'password'): string | undefined {
  return form.querySelector<HTMLInputElement>(`[name="/${name}"]`)?.value;
}

/** Returns the entries of a comma-separated text. */
export function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Returns the text of a field. */
export function textOf(values: FormValues, name: string): string {
  return String(values[name] ?? '');
}
