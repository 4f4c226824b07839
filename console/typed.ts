/**
 * What was typed and is not saved yet, form by form: it is asked about before it is dropped, no key presses anything
 * meanwhile, and a save that is repeated is sent as the same save.
 */
import { inSave, type Save } from './api.ts';

const QUESTION = 'What you typed is not saved. Leave it?';
/** Before any of these nothing is changed by hand yet, and what the form says is what it began with. */
const EVENTS_BEFORE = ['focusin', 'pointerdown', 'keydown'];
const EVENTS_OF_CHANGE = ['input', 'change', 'click'];

/** How a form treats what is typed into it. */
export interface FormKind {
  /** It stands in the place of what it edits, for as long as somebody edits. */
  isEditor: boolean;
  /** Nobody has to be asked about what is typed into it: it is kept elsewhere, or soon typed again. */
  isKept: boolean;
}

const forms = new Map<HTMLFormElement, TypedForm>();

/** A form, what stood in it before somebody typed, and what was sent of it last. */
class TypedForm implements Save {
  readonly #element: HTMLFormElement;
  readonly kind: FormKind;
  #before: string;
  #isTouched = false;
  #submitted = '';
  #sent = '';
  /** What was taken last without a request. */
  #taken: string | undefined;
  #lastWrite: { said: string; key: string } | undefined;

  constructor(element: HTMLFormElement, kind: FormKind) {
    this.#element = element;
    this.kind = kind;
    this.#before = contentOf(element);
  }

  /** Whether something stands in it that is not saved. */
  get isDirty(): boolean {
    if (this.kind.isKept) return hasText(this.#element);
    return this.#isTouched && contentOf(this.#element) !== this.#before;
  }

  /** Whether something else stands in it than what was sent last. */
  get isContinued(): boolean {
    return contentOf(this.#element) !== this.#submitted;
  }

  /** Whether it would be gone at another address: what a dialog shows follows from all of it, a screen from the path. */
  isGoneAt(to: URL, from: URL): boolean {
    if (to.pathname !== from.pathname) return true;
    return to.search !== from.search && this.#element.closest('dialog') !== null;
  }

  /** Somebody is about to type. */
  begin(): void {
    if (!this.#isTouched) this.#before = contentOf(this.#element);
  }

  /** Somebody has typed, or pressed a button that may change what is to be typed into. */
  touch({ type, target }: Event): void {
    if (type === 'click' && (target as Element).closest('button') === null) return;
    this.#isTouched = true;
    if (type !== 'click') this.#taken = undefined;
  }

  submit(work: () => void): void {
    this.#submitted = contentOf(this.#element);
    // The same once more, before the form is gone.
    if (this.#submitted === this.#taken) return;
    inSave(this, work);
  }

  keyFor(said: string): string {
    this.#sent = this.#submitted;
    if (this.#lastWrite?.said !== said) this.#lastWrite = { said, key: crypto.randomUUID() };
    return this.#lastWrite.key;
  }

  answered(): void {
    this.#lastWrite = undefined;
    this.#before = this.#sent;
    // What was typed since is not saved.
    this.#isTouched = contentOf(this.#element) !== this.#before;
  }

  /** What stands in it is taken. */
  take(): void {
    this.settle();
    this.#taken = this.#before;
  }

  /** What stands in it is given up. */
  settle(): void {
    this.#before = contentOf(this.#element);
    this.#isTouched = false;
  }
}

/** Watches a form for as long as it is in the page. @returns ends that */
export function watchForm(element: HTMLFormElement, kind: FormKind): () => void {
  const typed = new TypedForm(element, kind);
  forms.set(element, typed);
  for (const type of EVENTS_BEFORE) element.addEventListener(type, () => typed.begin(), { capture: true });
  for (const type of EVENTS_OF_CHANGE) element.addEventListener(type, (event) => typed.touch(event));
  element.addEventListener('keydown', sendOnce);
  return () => {
    forms.delete(element);
  };
}

/** Sends a form: the writes that `work` begins are those of this form. */
export function submitForm(element: HTMLFormElement, work: () => void): void {
  const typed = forms.get(element);
  if (typed === undefined) work();
  else typed.submit(work);
}

/** Says of a form that what stands in it is taken: nobody has to be asked about it, and it is not taken twice. */
export function settleForm(element: HTMLFormElement | null): void {
  if (element !== null) forms.get(element)?.take();
}

/** Whether something stands in a form that is not saved; after a save: whether somebody has gone on typing since. */
export function isTyped(element: HTMLFormElement | null): boolean {
  return element !== null && forms.get(element)?.isDirty === true;
}

/** Whether somebody has gone on typing in a form since it was sent. */
export function isContinued(element: HTMLFormElement): boolean {
  return forms.get(element)?.isContinued === true;
}

/** Whether something is being edited: an editor is open, or something is typed and not saved. */
export function isEditing(): boolean {
  return [...forms.values()].some((typed) => typed.kind.isEditor || typed.isDirty);
}

/** Asks about what is typed in a form, where something is. @returns whether it may go */
export function mayDrop(element: HTMLFormElement | null): boolean {
  const typed = element === null ? undefined : forms.get(element);
  return typed === undefined || confirmed([typed]);
}

/**
 * Asks about what would be gone at another address, or, without one, with the page.
 * @returns whether it may go
 */
export function mayLeave(way?: { to: URL; from: URL }): boolean {
  return confirmed(
    [...forms.values()].filter((typed) => way === undefined || typed.isGoneAt(way.to, way.from)),
  );
}

/** Gives up everything that is typed. */
export function dropTyped(): void {
  for (const typed of forms.values()) typed.settle();
}

function confirmed(gone: readonly TypedForm[]): boolean {
  const dirty = gone.filter((typed) => typed.isDirty && !typed.kind.isKept);
  if (dirty.length > 0 && !window.confirm(QUESTION)) return false;
  for (const typed of dirty) typed.settle();
  return true;
}

/** Enter and Ctrl+Enter send a form once, however long they are held. */
function sendOnce(event: KeyboardEvent): void {
  const { target, key, isComposing } = event;
  if (key !== 'Enter' || isComposing) return;
  const isText = target instanceof HTMLTextAreaElement;
  const isSending = !isText || event.ctrlKey || event.metaKey;
  if (!isSending) return;
  if (event.repeat) event.preventDefault();
  else if (isText) target.form?.requestSubmit();
}

/** What stands in a form, whatever its fields are called. */
function contentOf(form: HTMLFormElement): string {
  const values = [...form.elements].map((element) => {
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return element.value;
    if (!(element instanceof HTMLInputElement)) return undefined;
    return element.type === 'checkbox' || element.type === 'radio' ? element.checked : element.value;
  });
  return JSON.stringify(values.filter((value) => value !== undefined));
}

function hasText(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (element) =>
      (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) &&
      element.value.trim() !== '',
  );
}

window.addEventListener('beforeunload', (event) => {
  if ([...forms.values()].some((typed) => typed.isDirty && !typed.kind.isKept)) event.preventDefault();
});
