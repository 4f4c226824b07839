/** A typical Vue app: the number as plain text, and once by `useNumber`. */
import { type App, createSSRApp, defineComponent, h, ref } from 'vue';
import { useNumber } from '../../../../../widget/vue.ts';

const Main = defineComponent(() => {
  const count = ref(0);
  const number = useNumber('212.555.0134');
  return () =>
    h('main', [
      h('a', { id: 'call', href: 'tel:+12125550134' }, [h('b', '(212)'), ' 555-0134']),
      h('p', { id: 'text' }, `Call (212) 555-0134, caller ${count.value}.`),
      h('p', { id: 'hook' }, number.value),
      h('button', { id: 'more', onClick: () => count.value++ }, 'More'),
      count.value > 1 ? h('p', { id: 'late' }, 'Really: (212) 555-0134') : null,
    ]);
});

export const createMain = (): App => createSSRApp(Main);
