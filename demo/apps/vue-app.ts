/** The demo's Vue page: the number as plain text, and once by `useNumber`. */
import { type App, createSSRApp, defineComponent, h, ref } from 'vue';
import { useNumber } from '../../widget/vue.ts';

const Callback = defineComponent(() => {
  const minutes = ref(15);
  const number = useNumber('800.555.0142');
  const wait = (): void => {
    minutes.value += 15;
  };
  return () =>
    h('div', [
      h('p', ['As plain text: ', h('a', { href: 'tel:+18005550142' }, [h('b', '(800)'), ' 555-0142'])]),
      h('p', ['By useNumber: ', h('strong', number.value)]),
      h('p', `We call back within ${minutes.value} minutes, from (800) 555-0142.`),
      h('button', { type: 'button', class: 'button', onClick: wait }, 'I have time'),
    ]);
});

export const createCallback = (): App => createSSRApp(Callback);
