/**
 * The form around fields, and the errors of each. A field's name is the JSON pointer of its value, so that the form shows each
 * error at its field.
 */
import { createContext, type ComponentChildren, type RefObject, type VNode } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Fault, Refusal } from '../api/api.ts';
import { ENTRY, pathOf } from '../api/fault-words.ts';
import { type FormState, stateOf } from '../typed/form-contents.ts';
import type { FormName } from './forms.ts';
import { refusalOf } from './saving.ts';
import { isContinued, submitForm, watchForm } from '../typed/typed.ts';
import { FaultList } from '../components/notice.tsx';

/** The errors of the form around the fields; also for fields that are in no `Form`. */
export const Faults = createContext<readonly Fault[]>([]);

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
  const { name, error: given, onSubmit, onInput, children, class: className } = props;
  const { isEditor = false, isKept = false, hasFocus, state } = props;
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
  const [unread, setUnread] = useState<Refusal>();
  const error = unread ?? given;
  const faults = faultsOf(error);
  useFocusOnFault(form, error);
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
        const unreadable = unreadIn(element);
        setUnread(unreadable);
        submitForm(element, () => unreadable === undefined && onSubmit(element));
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

/** Focuses the first field with an error. */
function useFocusOnFault(form: RefObject<HTMLFormElement | null>, error: unknown): void {
  useEffect(() => {
    const { current: element } = form;
    // A user who is typing keeps the focus.
    if (error === undefined || element === null || isContinued(element)) return;
    const field = firstInvalid(element);
    if (field) focusInView(field);
    else element.querySelector('.notice')?.scrollIntoView({ block: 'nearest' });
  }, [error]);
}

/** Focuses a field in the middle of what is seen: at its edge, the foot of a dialog would cover it. */
function focusInView(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}

/** The errors of a field, and its attributes. */
export interface FieldState {
  attributes: {
    id: string;
    name: string;
    'aria-invalid': 'true' | undefined;
    'aria-describedby': string | undefined;
  };
  faults: readonly Fault[];
}

/** Returns the state of a custom field. @param isTyped whether a person types its value, which may be a list */
export function useField(name: string, hint?: string, isTyped = false): FieldState {
  const id = useId();
  const faults = useContext(Faults).flatMap((fault) => {
    const path = pathOf(fault);
    if (path === name) return fault;
    if (path.replace(ENTRY, '') !== name) return [];
    // A list that is typed into one field has its faults there, each with its entry.
    return isTyped && fault.entry ? { ...fault, detail: `“${fault.entry}”: ${fault.detail}` } : fault;
  });
  const isFaulty = faults.length > 0;
  return {
    attributes: {
      id,
      name,
      'aria-invalid': isFaulty ? 'true' : undefined,
      'aria-describedby': isFaulty || hint !== undefined ? `${id}-notes` : undefined,
    },
    faults,
  };
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

/** Returns the first field with an error. Those of a group stand behind its fields. */
function firstInvalid(form: HTMLFormElement): HTMLElement | null | undefined {
  const first = form.querySelector<HTMLElement>('[aria-invalid="true"], fieldset .fault');
  return first?.matches('.fault') ? first.closest('fieldset')?.querySelector(FIRST_FIELD) : first;
}

/** Returns the label of the field for a value of the form; undefined if it has no such field. */
function labelIn(form: HTMLFormElement | null, path: string): string | undefined {
  const field = fieldIn(form, path) as HTMLInputElement | undefined;
  const label = field?.labels?.[0] ?? field?.querySelector('legend');
  return field?.getAttribute('aria-label') ?? label?.textContent;
}

/** Returns the field for a value. Several with the name of a list have an entry each; others of one name are one value, as a group. */
function fieldIn(form: HTMLFormElement | null, path: string): Element | undefined {
  const named = (name: string): Element[] =>
    [...(form?.elements ?? [])].filter((each) => each.getAttribute('name') === name);
  const [own, ...others] = named(path);
  if (own !== undefined) return others.length === 0 ? own : (own.closest('fieldset') ?? own);
  const entries = named(path.replace(ENTRY, ''));
  return entries.length === 1 ? entries[0] : entries[Number(path.split('/').at(-1))];
}

/** Refuses what the browser shows but does not hand out, such as half a date: it would count as empty. */
function unreadIn(form: HTMLFormElement): Refusal | undefined {
  const fields = [...form.elements].filter(
    (each) => each instanceof HTMLInputElement && each.validity.badInput,
  ) as HTMLInputElement[];
  const errors = fields.map(({ name: pointer, type }) => ({
    pointer,
    code: 'invalid',
    detail: type === 'number' ? 'Write a number such as 1080 or 12.5.' : 'Fill in every part, or none.',
  }));
  return errors.length === 0 ? undefined : refusalOf(errors);
}

function faultsOf(error: unknown): readonly Fault[] {
  return error instanceof Refusal ? (error.problem.errors ?? []) : [];
}
