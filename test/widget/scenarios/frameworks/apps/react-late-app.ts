/** A React app with a part that is hydrated later, when its code has loaded. */
import {
  type FunctionComponent,
  type LazyExoticComponent,
  type ReactElement,
  Suspense,
  createElement as h,
} from 'react';

export function Part(): ReactElement {
  return h('p', { id: 'part' }, 'Later: (212) 555-0134');
}

export function createLate(
  Part: FunctionComponent | LazyExoticComponent<FunctionComponent>,
): FunctionComponent {
  return () =>
    h(
      'main',
      null,
      h('p', { id: 'text' }, 'At once: (212) 555-0134'),
      h(Suspense, { fallback: h('p', null, 'Wait') }, h(Part)),
      // Like content from a CMS: only the server knows it.
      h('div', { id: 'inner', dangerouslySetInnerHTML: { __html: '<p>Inner: (212) 555-0134</p>' } }),
    );
}
