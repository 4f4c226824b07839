/** Finds and makes elements of the phone. */

const root = document.querySelector('leadline-phone')?.shadowRoot ?? document;

/** @throws Error when the phone has no such element */
export function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = root.querySelector<Found>(selector);
  if (found === null) throw new Error(`The phone has no ${selector}.`);
  return found;
}

export function make(name: string, text = '', className = ''): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  if (className !== '') element.className = className;
  return element;
}
