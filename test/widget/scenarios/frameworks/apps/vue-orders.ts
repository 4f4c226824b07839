/** A Vue app whose digits must not be swapped: only the app itself may change them. */
import { type App, createSSRApp, defineComponent, h, ref } from 'vue';

const Orders = defineComponent(() => {
  const count = ref(0);
  const phone = ref('212-555-0134');
  return () =>
    h('main', [
      h('p', { id: 'order', title: 'ORD-2125550134' }, `Order ORD-2125550134, line ${count.value}`),
      h('a', { id: 'link', href: `/orders/2125550134?line=${count.value}` }, 'Show'),
      h('input', {
        id: 'phone',
        value: phone.value,
        onInput: (event: Event) => (phone.value = (event.target as HTMLInputElement).value),
      }),
      h('p', { id: 'apart', 'data-leadline-skip': '' }, `212-555-0134, said ${count.value} times`),
      h('button', { id: 'more', onClick: () => count.value++ }, 'More'),
      count.value > 1 ? h('p', { id: 'late' }, 'Late: #2125550134') : null,
    ]);
});

export const createOrders = (): App => createSSRApp(Orders);
