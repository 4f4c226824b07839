/**
 * Runs first on every page of the demo: makes a visitor for a new browser, sets whether the panel is open, and fakes the
 * referrer on the first page of a visit. A real site needs none of this.
 */
import { readVisitor, VISITOR_COOKIE, firstVisitor, writeVisitor } from '../visitors.ts';
import { readArrival } from './visit.ts';

/** From this width on the panel is beside the page, not over it; as in dock.css. */
const WIDE = '(min-width: 1100px)';

if (readVisitor(document.cookie) === undefined) {
  document.cookie = `${VISITOR_COOKIE}=${writeVisitor(firstVisitor())}; path=/; SameSite=Lax`;
}

const arrival = readArrival();
if (arrival?.href === location.href) {
  Object.defineProperty(document, 'referrer', { value: arrival.referrer });
}

const wide = matchMedia(WIDE);
const dock = (): void => {
  const open = wide.matches && localStorage['demo-panel'] !== 'closed';
  document.documentElement.dataset['panel'] = open ? 'open' : 'closed';
};
wide.addEventListener('change', dock);
dock();
