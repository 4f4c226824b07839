/** Collects the forms of a page from a streaming parser, and tells which of them the script reports (widget/leads.ts). */
import { meaningOf } from '../../core/phone/interface.ts';
import type { FoundForm } from './reference.ts';

/** Most forms of a page that are listed. */
const MAX_FORMS = 20;
const MAX_TEXT = 100;
const SEARCH_NAME = /^(?:q|s|query|search|keywords?)$/i;
const EXCLUDING_CLASS = /(?:^|\s)ctm-no-swap(?:\s|$)/;
const EXCLUDING = ['data-leadline-skip', 'data-calltrk-noswap', 'ctm-no-swap'];
/** Types of fields that nobody answers in writing. */
const NO_ANSWER = /^(?:hidden|submit|button|reset|image|file|color)$/;

/** An element's attributes, decoded. */
export type AttributeReader = (name: string) => string | null;

interface OpenForm {
  name: string;
  method: string;
  isSearch: boolean;
  hasPassword: boolean;
  isSkipped: boolean;
  hasContact: boolean;
  hasFields: boolean;
}

/** The forms of a page. */
export class PageForms {
  readonly #forms: OpenForm[] = [];
  #open: OpenForm | undefined;
  /** The text of the label that was read last, until the next field. */
  #label = '';
  #isInLabel = false;
  /** Elements that are open and exclude what is in them, and how many of those are `search` elements. */
  #skipping = 0;
  #searching = 0;

  /** Lists the forms that visitors fill. */
  found(): FoundForm[] {
    return this.#forms.filter(({ hasFields }) => hasFields).map(resultOf);
  }

  /** Begins an element that has an end tag. @returns a function to call at its end tag, if it matters */
  begin(name: string, read: AttributeReader): (() => void) | undefined {
    if (name === 'textarea' || name === 'select') {
      this.addField(name, read);
      return undefined;
    }
    const isSkipped = isExcluding(read);
    const isSearch = name === 'search' || read('role') === 'search';
    if (name !== 'form' && name !== 'label' && !isSkipped && !isSearch) return undefined;
    this.#skipping += Number(isSkipped);
    this.#searching += Number(isSearch);
    if (name === 'form') this.#begin(read);
    if (name === 'label') [this.#label, this.#isInLabel] = ['', true];
    return () => {
      this.#skipping -= Number(isSkipped);
      this.#searching -= Number(isSearch);
      if (name === 'form') this.#open = undefined;
      if (name === 'label') this.#isInLabel = false;
    };
  }

  /** Adds a piece of text. */
  add(text: string): void {
    if (this.#isInLabel && this.#label.length < MAX_TEXT) this.#label += text;
  }

  /** Adds a field to the open form. @param element its name: `input`, `textarea` or `select` */
  addField(element: string, read: AttributeReader): void {
    const form = this.#open;
    const label = this.#label;
    if (!this.#isInLabel) this.#label = '';
    if (form === undefined) return;
    const type = typeOf(element, read);
    form.isSearch ||= type === 'search' || (type === 'text' && SEARCH_NAME.test(read('name') ?? ''));
    form.hasPassword ||= type === 'password';
    if (NO_ANSWER.test(type)) return;
    form.hasFields = true;
    const isRead = this.#skipping === 0 && !isExcluding(read);
    form.hasContact ||= isRead && isContact(type, label.trim(), read);
  }

  #begin(read: AttributeReader): void {
    if (this.#forms.length >= MAX_FORMS) {
      this.#open = undefined;
      return;
    }
    this.#open = {
      name: (read('id') || read('name') || read('aria-label') || '').slice(0, MAX_TEXT),
      method: (read('method') ?? '').toLowerCase(),
      isSearch: this.#searching > 0,
      hasPassword: false,
      isSkipped: this.#skipping > 0,
      hasContact: false,
      hasFields: false,
    };
    this.#forms.push(this.#open);
  }
}

function typeOf(element: string, read: AttributeReader): string {
  return element === 'input' ? (read('type') || 'text').toLowerCase() : element;
}

/** Tells whether a field is for an e-mail address or a phone number. */
function isContact(type: string, label: string, read: AttributeReader): boolean {
  const autocomplete = (read('autocomplete') ?? '').split(' ').at(-1) ?? '';
  const hint = label || read('aria-label') || read('placeholder') || '';
  const meaning = meaningOf({ autocomplete, type, name: read('name') ?? '', label: hint, value: '' });
  return meaning === 'email' || meaning === 'phone';
}

function isExcluding(read: AttributeReader): boolean {
  return EXCLUDING.some((name) => read(name) !== null) || EXCLUDING_CLASS.test(read('class') ?? '');
}

function resultOf(form: OpenForm): FoundForm {
  const { name } = form;
  const reason = reasonOf(form);
  return { name, reason, becomes_lead: reason === 'contact' };
}

function reasonOf(form: OpenForm): FoundForm['reason'] {
  if (form.isSkipped) return 'skipped';
  if (form.isSearch) return 'search';
  if (form.hasPassword) return 'password';
  if (form.method === 'dialog') return 'dialog';
  return form.hasContact ? 'contact' : 'no_contact';
}
