/** A React app with a part that is taken over later than the rest, when its code has come. */
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
      // As content from an editor comes: nobody but the server knows what is in it.
      h('div', { id: 'inner', dangerouslySetInnerHTML: { __html: '<p>Inner: (212) 555-0134</p>' } }),
    );
}
