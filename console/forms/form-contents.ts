/**
 * The contents of a form, taken out and put back: after an error or a reload the form is made anew. Passwords and files
 * are left out.
 */

/** Values by the name of their field, `#2` after it for the third field of that name. */
export type FieldValues = Record<string, string | boolean>;

/** A part of a form's contents that is in no field, such as how many rows it has. */
export interface FormState {
  /** As JSON can hold it. */
  value: unknown;
  set: (value: unknown) => void;
}

/** The contents of a form. */
export interface FormContents {
  fields: FieldValues;
  state?: unknown;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Types of fields that are left out: secrets, files and fields without typed contents. */
const LEFT_OUT: ReadonlySet<string> = new Set(['password', 'file', 'hidden', 'submit', 'button']);

/** Takes the values out of the fields. */
export function readFields(form: HTMLFormElement): FieldValues {
  return Object.fromEntries(fieldsOf(form).map(([key, field]) => [key, valueOf(field)]));
}

/**
 * Puts values into the fields, as if somebody had typed them.
 * @returns the values whose field, or whose option, is not there yet
 */
export function putFields(form: HTMLFormElement, values: FieldValues): FieldValues {
  const left = { ...values };
  for (const [key] of fieldsOf(form)) {
    // A field may have come, gone or changed with the one before it.
    const field = new Map(fieldsOf(form)).get(key);
    const value = left[key];
    if (field === undefined || value === undefined || !put(field, value)) continue;
    delete left[key];
  }
  return left;
}

function put(field: Field, value: string | boolean): boolean {
  // The checked radio button also unchecks the others.
  if (valueOf(field) === value || (field.type === 'radio' && value === false)) return true;
  if (field instanceof HTMLInputElement && typeof value === 'boolean') field.checked = value;
  else field.value = String(value);
  if (valueOf(field) !== value) return false;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

function valueOf(field: Field): string | boolean {
  return field.type === 'checkbox' || field.type === 'radio'
    ? (field as HTMLInputElement).checked
    : field.value;
}

function fieldsOf(form: HTMLFormElement): [key: string, field: Field][] {
  const count = new Map<string, number>();
  const fields = [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement) &&
      !LEFT_OUT.has(element.type),
  );
  return fields.map((field) => {
    const number = count.get(field.name) ?? 0;
    count.set(field.name, number + 1);
    return [number === 0 ? field.name : `${field.name}#${number}`, field];
  });
}
