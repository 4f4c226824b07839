/** A typical React app: the number as plain text, and once by `useNumber`. */
import { type ReactElement, createElement as h, useState } from 'react';
import { useNumber } from '../../../../../widget/react.ts';

export function App(): ReactElement {
  const [count, setCount] = useState(0);
  const number = useNumber('212.555.0134');
  return h(
    'main',
    null,
    h('a', { id: 'call', href: 'tel:+12125550134' }, h('b', null, '(212)'), ' 555-0134'),
    h('p', { id: 'text' }, 'Call (212) 555-0134, caller ', count, '.'),
    h('p', { id: 'hook' }, number),
    h('button', { id: 'more', onClick: () => setCount(count + 1) }, 'More'),
    count > 1 ? h('p', { id: 'late' }, 'Really: (212) 555-0134') : null,
  );
}
