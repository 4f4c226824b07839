/** A page that React hydrates as a whole, like Next.js's app router: it renders `html`, and streams a part. */
import { type FunctionComponent, type ReactElement, Suspense, createElement as h, useState } from 'react';

/** Path of Next.js's scripts, which start hydration after the page has loaded. */
export const MAIN_SCRIPT = '/_next/static/chunks/main-app.js';

export function Part(): ReactElement {
  return h('p', { id: 'part' }, 'Later: (212) 555-0134');
}

export function createPage(Part: FunctionComponent): FunctionComponent {
  return function Page() {
    const [count, setCount] = useState(0);
    return h(
      'html',
      { lang: 'en' },
      h('head', null, h('title', null, 'Call 212-555-0134'), h('script', { async: true, src: MAIN_SCRIPT })),
      h(
        'body',
        null,
        h(
          'a',
          { id: 'call', href: 'tel:+12125550134', title: 'Call 212-555-0134' },
          h('b', null, '(212)'),
          ' 555-0134',
        ),
        h('p', { id: 'text' }, 'Call (212) 555-0134, caller ', count, '.'),
        h(Suspense, { fallback: h('p', null, 'Wait for (212) 555-0134') }, h(Part)),
        h('button', { id: 'more', onClick: () => setCount(count + 1) }, 'More'),
      ),
    );
  };
}
