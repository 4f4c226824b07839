/** Opens the phone from the panel and from links of the site. */

const PICK_UP = 'demo:pick-up';

/** A call or a message to a number. */
export interface PickUp {
  by: 'call' | 'text';
  /** E.164. */
  number: string;
}

export function pickUp(action: PickUp): void {
  document.dispatchEvent(new CustomEvent(PICK_UP, { detail: action }));
}

/** Handles requests of the panel, and clicks on phone links: the numbers are fictional, so the system must not dial them. */
export function onPickUp(handle: (action: PickUp) => void): void {
  document.addEventListener(PICK_UP, (event) => handle((event as CustomEvent<PickUp>).detail));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.site a[href]');
    const [, scheme, written = ''] = /^(tel|sms):([^?;]*)/i.exec(link?.getAttribute('href') ?? '') ?? [];
    if (scheme === undefined || event.defaultPrevented) return;
    event.preventDefault();
    const digits = decodeURIComponent(written).replaceAll(/\D/g, '');
    const number = `+${digits.length === 10 ? '1' : ''}${digits}`;
    handle({ by: scheme.toLowerCase() === 'sms' ? 'text' : 'call', number });
  });
}

export function isPhoneOpen(): boolean {
  return Boolean(document.querySelector('leadline-phone')?.shadowRoot?.querySelector('dialog[open]'));
}
