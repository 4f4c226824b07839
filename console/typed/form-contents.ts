/**
 * Reads the contents of a form and puts them back after an error or a reload has replaced the form. Passwords and files
 * are left out.
 */

/** Values by field name; the third field with the same name has `#2` after it. */
export type FieldValues = Record<string, string | boolean>;

/** A part of a form's contents that is in no field, such as the number of rows. */
export interface FormState {
  /** A JSON value. */
  value: unknown;
  set: (value: unknown) => void;
}

/** Returns the parts of a form's contents that are in no field as one. @param parts by name */
export function stateOf(parts: ReadonlyMap<string, FormState>): FormState | undefined {
  if (parts.size === 0) return undefined;
  return {
    value: Object.fromEntries([...parts].map(([name, { value }]) => [name, value])),
    set: (kept) => {
      for (const [name, value] of Object.entries(kept as object)) parts.get(name)?.set(value);
    },
  };
}

/** The contents of a form. */
export interface FormContents {
  fields: FieldValues;
  state?: unknown;
}

/** The value of a field, and whether the field is a select, whose value depends on its options. */
export interface FieldContent {
  value: string | boolean;
  isChoice: boolean;
}

/** All fields of a form, for comparison, by the same keys as `FieldValues`. */
export type Contents = ReadonlyMap<string, FieldContent>;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Field types that are left out: secrets, files and fields without typed contents. */
const LEFT_OUT: ReadonlySet<string> = new Set(['password', 'file', 'hidden', 'submit', 'button']);

/** Reads the values of the fields. */
export function readFields(form: HTMLFormElement): FieldValues {
  return Object.fromEntries(keptFieldsOf(form).map(([key, field]) => [key, valueOf(field)]));
}

/** Reads all fields for comparison, with passwords and files. */
export function contentsOf(form: HTMLFormElement): Contents {
  const fields = keyed([...form.elements].filter(isField));
  return new Map(
    fields.map(([key, field]) => [
      key,
      { value: valueOf(field), isChoice: field instanceof HTMLSelectElement },
    ]),
  );
}

/**
 * Puts values into the fields as if the user had typed them.
 * @returns the values whose field or option does not exist yet
 */
export function putFields(form: HTMLFormElement, values: FieldValues): FieldValues {
  const left = { ...values };
  for (const [key] of keptFieldsOf(form)) {
    // Setting the previous field may have added, removed or changed fields.
    const field = new Map(keptFieldsOf(form)).get(key);
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

function keptFieldsOf(form: HTMLFormElement): [key: string, field: Field][] {
  return keyed([...form.elements].filter(isField).filter(({ type }) => !LEFT_OUT.has(type)));
}

/** Whether an element is a field that holds text or a choice. */
export function isField(element: Element | null): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function keyed(fields: readonly Field[]): [key: string, field: Field][] {
  const count = new Map<string, number>();
  return fields.map((field) => {
    const number = count.get(field.name) ?? 0;
    count.set(field.name, number + 1);
    return [number === 0 ? field.name : `${field.name}#${number}`, field];
  });
}
