/**
 * Form fields and the form around them. A field's name is the JSON pointer of its value, so that the form shows each
 * error at its field.
 */
import { createContext, type ComponentChildren, type TargetedEvent, type VNode } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Fault, Refusal } from '../api/api.ts';
import { type FormState, stateOf } from '../typed/form-contents.ts';
import type { FormName } from './forms.ts';
import { isContinued, submitForm, watchForm } from '../typed/typed.ts';
import { FaultList } from '../components/notice.tsx';

// In the same part of the build.
export { FileField } from './file-field.tsx';

/** The errors of the form around the fields. */
const Faults = createContext<readonly Fault[]>([]);

/** The parts of the form around, by name. */
const Parts = createContext<Map<string, FormState>>(new Map());

/**
 * Keeps a part of the contents that is in no field, such as the rows of a list, with the form around.
 * @param name of the part, one of a kind in its form
 */
export function useFormPart(name: string, { value, set }: FormState): void {
  const parts = useContext(Parts);
  // It stays when the part goes: an error takes the part first, and then the form is kept.
  useLayoutEffect(() => void parts.set(name, { value, set }));
}

const FIRST_FIELD = ':is(input, select, textarea):not([readonly], :disabled)';

interface FormProps {
  name: FormName;
  /** The error of the last save, if any. */
  error: unknown;
  onSubmit: (form: HTMLFormElement) => void;
  /** Called on each change of a field. */
  onInput?: () => void;
  /** Whether the form replaces the value that it edits. */
  isEditor?: boolean;
  /** Whether its contents may be dropped without asking: they are kept elsewhere or quickly typed again. */
  isKept?: boolean;
  /** The part of its contents that is in no field, such as the number of rows. */
  state?: FormState;
  children: ComponentChildren;
  class?: string;
  /** Whether its first field that can be filled in has the focus when it is shown: on a page that is nothing but the form. */
  hasFocus?: boolean;
}

/** A form. Enter submits it once. Errors are shown on top and at their fields, and the first one gets the focus. */
export function Form(props: FormProps): VNode {
  const { name, error, onSubmit, onInput, children, class: className } = props;
  const { isEditor = false, isKept = false, hasFocus = false, state } = props;
  const form = useRef<HTMLFormElement>(null);
  const [parts] = useState(() => new Map<string, FormState>());
  if (state !== undefined) parts.set('', state);
  useLayoutEffect(() => {
    if (form.current === null) return undefined;
    return watchForm(form.current, { name, isEditor, isKept, state: () => stateOf(parts) });
  }, [isEditor, isKept]);
  useEffect(() => {
    if (hasFocus) form.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, []);
  const faults = faultsOf(error);
  useEffect(() => {
    const { current: element } = form;
    // A user who is typing keeps the focus.
    if (error === undefined || element === null || isContinued(element)) return;
    const first = element.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (first !== null) first.focus();
    else element.querySelector('.notice')?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <form
      ref={form}
      name={name}
      class={className}
      noValidate
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget: element } = event;
        submitForm(element, () => onSubmit(element));
      }}
    >
      <Faults.Provider value={faults}>
        {error !== undefined && (
          <FaultList error={error} faults={faults} labelOf={(field) => labelIn(form.current, field)} />
        )}
        <Parts.Provider value={parts}>{children}</Parts.Provider>
      </Faults.Provider>
    </form>
  );
}

interface FieldProps {
  label: string;
  /** The JSON pointer of the value, for instance `/name`. */
  name: string;
  hint?: string | undefined;
  class?: string;
}

/** The attributes of all fields. */
interface ControlProps<Control extends HTMLElement> {
  defaultValue?: string;
  value?: string;
  placeholder?: string;
  autocomplete?: string;
  required?: boolean;
  disabled?: boolean;
  onInput?: (event: TargetedEvent<Control>) => void;
  onChange?: (event: TargetedEvent<Control>) => void;
}

interface InputProps extends FieldProps, ControlProps<HTMLInputElement> {
  type?:
    | 'text'
    | 'email'
    | 'password'
    | 'tel'
    | 'url'
    | 'number'
    | 'date'
    | 'datetime-local'
    | 'time'
    | 'color';
  inputMode?: 'decimal' | 'numeric';
  step?: 'any';
  readOnly?: boolean;
}

interface CheckProps extends FieldProps {
  checked?: boolean;
  defaultChecked?: boolean;
  disabled?: boolean;
  onChange?: (event: TargetedEvent<HTMLInputElement>) => void;
}

/** A text field. */
export function TextField({ label, name, hint, class: className, ...input }: InputProps): VNode {
  const field = useField(name, hint);
  return (
    <FieldFrame label={label} field={field} hint={hint} class={className}>
      <LineInput attributes={{ ...field.attributes, ...input }} />
    </FieldFrame>
  );
}

/** A text field within a group. Its label is for screen readers only. */
export function BareField({ label, name, class: className, ...input }: Omit<InputProps, 'hint'>): VNode {
  const field = useField(name);
  return (
    <>
      <LineInput attributes={{ 'aria-label': label, class: className, ...field.attributes, ...input }} />
      <FieldNotes field={field} />
    </>
  );
}

/** An input of any type. JSX has a separate type for each input type, and none for all of them. */
function LineInput({ attributes }: { attributes: object }): VNode {
  return <input type="text" {...attributes} />;
}

/** A field for several lines of text. */
export function TextAreaField({
  label,
  name,
  hint,
  class: className,
  ...area
}: FieldProps & ControlProps<HTMLTextAreaElement>): VNode {
  const field = useField(name, hint);
  return (
    <FieldFrame label={label} field={field} hint={hint} class={className}>
      <textarea {...field.attributes} {...area} />
    </FieldFrame>
  );
}

/** A select field; the options are the children. */
export function SelectField({
  label,
  name,
  hint,
  class: className,
  children,
  defaultValue,
  ...select
}: FieldProps & ControlProps<HTMLSelectElement> & { children: ComponentChildren }): VNode {
  const field = useField(name, hint);
  const control = useRef<HTMLSelectElement>(null);
  const isTouched = useRef(false);
  useLayoutEffect(() => {
    // The options may arrive after the field. The user's choice stays.
    const { current: element } = control;
    const isThere = [...(element?.options ?? [])].some(({ value }) => value === defaultValue);
    if (element !== null && isThere && !isTouched.current) element.value = defaultValue ?? '';
  });
  return (
    <FieldFrame label={label} field={field} hint={hint} class={className}>
      <select
        {...field.attributes}
        {...select}
        ref={control}
        onInput={() => {
          isTouched.current = true;
        }}
      >
        {children}
      </select>
    </FieldFrame>
  );
}

/** A checkbox. */
export function CheckField({ label, name, hint, ...input }: CheckProps): VNode {
  const field = useField(name, hint);
  return (
    <div class="field check">
      <div class="row">
        <input type="checkbox" {...field.attributes} {...input} />
        <label for={field.attributes.id}>{label}</label>
      </div>
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

/** The errors of a field, and its attributes. */
export interface FieldState {
  attributes: { id: string; name: string; 'aria-invalid'?: 'true'; 'aria-describedby'?: string };
  faults: readonly Fault[];
}

/** Returns the state of a custom field. */
export function useField(name: string, hint?: string): FieldState {
  const id = useId();
  const faults = useContext(Faults).filter(
    ({ pointer, parameter }) => pointer === name || `/${parameter}` === name,
  );
  const isDescribed = faults.length > 0 || hint !== undefined;
  return {
    attributes: {
      id,
      name,
      ...(faults.length > 0 ? { 'aria-invalid': 'true' as const } : {}),
      ...(isDescribed ? { 'aria-describedby': `${id}-notes` } : {}),
    },
    faults,
  };
}

function FieldFrame({
  label,
  field,
  hint,
  class: className = '',
  children,
}: {
  label: string;
  field: FieldState;
  hint: string | undefined;
  class: string | undefined;
  children: ComponentChildren;
}): VNode {
  return (
    <div class={`field ${className}`}>
      <label for={field.attributes.id}>{label}</label>
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

/** Shows the errors and the hint of a field. */
export function FieldNotes({ field, hint }: { field: FieldState; hint?: string | undefined }): VNode | null {
  if (field.faults.length === 0 && hint === undefined) return null;
  return (
    <div id={`${field.attributes.id}-notes`}>
      {field.faults.map(({ detail }) => (
        <p key={detail} class="fault">
          {detail}
        </p>
      ))}
      {hint !== undefined && <p class="hint">{hint}</p>}
    </div>
  );
}

/** Returns the label of a field of the form; undefined if it has no such field. */
function labelIn(form: HTMLFormElement | null, name: string): string | undefined {
  return (form?.elements.namedItem(name) as HTMLInputElement | null)?.labels?.[0]?.textContent;
}

function faultsOf(error: unknown): readonly Fault[] {
  return error instanceof Refusal ? (error.problem.errors ?? []) : [];
}
