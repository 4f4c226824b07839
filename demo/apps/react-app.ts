/** The demo's React page: the number as plain text, and once by `useNumber`. */
import { type ReactElement, createElement as h, useState } from 'react';
import { useNumber } from '../../widget/react.ts';

export function Callback(): ReactElement {
  const [minutes, setMinutes] = useState(15);
  const number = useNumber('800.555.0142');
  return h(
    'div',
    null,
    h('p', null, 'As plain text: ', h('a', { href: 'tel:+18005550142' }, h('b', null, '(800)'), ' 555-0142')),
    h('p', null, 'By useNumber: ', h('strong', null, number)),
    h('p', null, `We call back within ${minutes} minutes, from (800) 555-0142.`),
    h(
      'button',
      { type: 'button', className: 'button', onClick: () => setMinutes(minutes + 15) },
      'I have time',
    ),
  );
}
