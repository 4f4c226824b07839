/** How the panel and the site's links get at the phone. */

const PICK_UP = 'demo:pick-up';

/** What to do with the phone. */
export interface PickUp {
  by: 'call' | 'text';
  /** E.164. */
  number: string;
}

export function pickUp(what: PickUp): void {
  document.dispatchEvent(new CustomEvent(PICK_UP, { detail: what }));
}

/** Has the phone picked up by the panel, and by links of the site: the numbers are invented, so nobody else should dial them. */
export function onPickUp(handle: (what: PickUp) => void): void {
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
