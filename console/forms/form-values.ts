/** What stands in a form, read when it is sent. */

/** What stands in a form, by the names of its fields: texts trimmed, switches as booleans. */
export function valuesOf(form: HTMLFormElement): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = {};
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

/** The entries of a text that has commas between them. */
export function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
