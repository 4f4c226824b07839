/** A React app whose digits must not be swapped: only the app itself may change them. */
import { type ReactElement, createElement as h, useState } from 'react';

export function Orders(): ReactElement {
  const [count, setCount] = useState(0);
  const [phone, setPhone] = useState('212-555-0134');
  return h(
    'main',
    null,
    h('p', { id: 'order', title: 'ORD-2125550134' }, 'Order ORD-', '2125550134', ', line ', count),
    h('a', { id: 'link', href: `/orders/2125550134?line=${count}` }, 'Show'),
    h('input', { id: 'phone', value: phone, onChange: (event) => setPhone(event.currentTarget.value) }),
    h('p', { id: 'apart', 'data-leadline-skip': true }, '212-555-0134, said ', count, ' times'),
    h('button', { id: 'more', onClick: () => setCount(count + 1) }, 'More'),
    count > 1 ? h('p', { id: 'late' }, 'Late: #2125550134') : null,
  );
}
