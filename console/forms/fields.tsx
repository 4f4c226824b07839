/** Form fields. A field's name is the JSON pointer of its value. */
import type { ComponentChildren, Ref, TargetedEvent, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { FieldNotes, type FieldState, useField } from './form.tsx';

// In the same part of the build.
export { useFocusAdded, useFocusOnOpen } from './focus.ts';
export { Faults, FieldNotes, type FieldState, Form, useField, useFormPart } from './form.tsx';

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
  /** The id of the choices to propose. */
  list?: string;
}

interface CheckProps extends FieldProps {
  checked?: boolean;
  defaultChecked?: boolean;
  disabled?: boolean;
  onChange?: (event: TargetedEvent<HTMLInputElement>) => void;
}

/** A text field. */
export function TextField({ label, name, hint, class: className, ...input }: InputProps): VNode {
  const field = useField(name, hint, true);
  return (
    <FieldFrame label={label} field={field} hint={hint} class={className}>
      <LineInput attributes={{ ...field.attributes, ...input }} />
    </FieldFrame>
  );
}

/** An input of any type. JSX has a separate type for each input type, and none for all of them. */
function LineInput({ attributes }: { attributes: object }): VNode {
  return <input type="text" {...attributes} />;
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

/** A text field of several lines within a group. Its label is for screen readers only. */
export function BareArea({
  label,
  name,
  control = null,
  ...area
}: FieldProps & ControlProps<HTMLTextAreaElement> & { control?: Ref<HTMLTextAreaElement> }): VNode {
  const field = useField(name);
  return (
    <>
      <textarea ref={control} aria-label={label} {...field.attributes} {...area} />
      <FieldNotes field={field} />
    </>
  );
}

/** A select field within a group. Its label is for screen readers only. */
export function BareSelect({
  label,
  name,
  ...select
}: FieldProps & ControlProps<HTMLSelectElement> & { children: ComponentChildren }): VNode {
  const field = useField(name);
  return (
    <>
      <select {...field.attributes} aria-label={label} {...select} />
      <FieldNotes field={field} />
    </>
  );
}

/** Several controls that make up one value, under a legend. */
export function FieldGroup({
  label,
  name,
  hint,
  class: className = '',
  children,
}: FieldProps & { children: ComponentChildren }): VNode {
  const field = useField(name, hint);
  return (
    <fieldset
      name={name}
      class={`field ${className}`}
      aria-describedby={field.attributes['aria-describedby']}
    >
      <legend>{label}</legend>
      {children}
      <FieldNotes field={field} hint={hint} />
    </fieldset>
  );
}

/** A field for several lines of text. */
export function TextAreaField({
  label,
  name,
  hint,
  class: className,
  ...area
}: FieldProps & ControlProps<HTMLTextAreaElement>): VNode {
  const field = useField(name, hint, true);
  return (
    <FieldFrame label={label} field={field} hint={hint} class={className}>
      <textarea {...field.attributes} {...area} />
    </FieldFrame>
  );
}

interface SelectProps extends FieldProps, ControlProps<HTMLSelectElement> {
  children: ComponentChildren;
  /**
   * The words for a saved choice that was removed. With them it stays one, also before the options arrive: the browser would choose
   * the first instead, which mostly means all, or nobody.
   */
  gone?: string;
}

/** A select field; the options are the children. */
export function SelectField({
  label,
  name,
  hint,
  class: className,
  children,
  defaultValue,
  gone,
  ...select
}: SelectProps): VNode {
  const field = useField(name, hint);
  const control = useRef<HTMLSelectElement>(null);
  const removed = useRef<HTMLOptionElement>(null);
  const isTouched = useRef(false);
  const [isGone, setGone] = useState(false);
  useLayoutEffect(() => {
    // The options may arrive after the field. The user's choice stays.
    const { current: element } = control;
    const options = [...(element?.options ?? [])].filter(({ value }) => value === defaultValue);
    setGone(gone !== undefined && Boolean(defaultValue) && options.every((each) => each === removed.current));
    if (element !== null && options.length > 0 && !isTouched.current) element.value = defaultValue ?? '';
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
        {isGone && (
          <option ref={removed} value={defaultValue}>
            {gone}
          </option>
        )}
      </select>
    </FieldFrame>
  );
}

/** The options of a select field, each a value that is shown as it is, or with its text. */
export function Options({
  of,
}: {
  of: Iterable<string | readonly [value: string | number, text: string]>;
}): VNode {
  return (
    <>
      {Array.from(of, (option) => {
        const [value = '', text = value] = [option].flat();
        return (
          <option key={value} value={value}>
            {text}
          </option>
        );
      })}
    </>
  );
}

interface SubmitProps {
  disabled?: boolean;
  children: ComponentChildren;
}

/** The button that sends the form. */
export function Submit(props: SubmitProps): VNode {
  return <button type="submit" class="button primary" {...props} />;
}

/** The foot of a dialog that has no other button. */
export function DialogSubmit(props: SubmitProps): VNode {
  return (
    <div class="dialog-foot">
      <Submit {...props} />
    </div>
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
