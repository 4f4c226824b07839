/**
 * Runs before anything else on a page of the demo: makes a visitor for a new browser, says whether the panel is open, and lends
 * the first page of a visit the referrer that its way would have. A real site has nothing of the kind.
 */
import { readVisitor, VISITOR_COOKIE, firstVisitor, writeVisitor } from '../visitors.ts';
import { readArrival } from './visit.ts';

/** From here on the panel stands beside the page and not on it; as in dock.css. */
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
