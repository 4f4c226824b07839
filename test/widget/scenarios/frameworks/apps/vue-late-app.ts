/** A Vue app with a part that is hydrated later, when its code has loaded. */
import { type App, type Component, createSSRApp, defineComponent, h } from 'vue';

export const Part = defineComponent(() => () => h('p', { id: 'part' }, 'Later: (212) 555-0134'));

export const createLate = (Part: Component): App =>
  createSSRApp({
    render: () =>
      h('main', [
        h('p', { id: 'text' }, 'At once: (212) 555-0134'),
        h(Part),
        h('div', { id: 'inner', innerHTML: '<p>Inner: (212) 555-0134</p>' }),
      ]),
  });
