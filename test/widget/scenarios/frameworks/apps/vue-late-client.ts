/** Hydrates the server-rendered page; the late part only when the page calls `arrive`. */
import { type Component, defineAsyncComponent } from 'vue';
import { createLate, Part } from './vue-late-app.ts';

const Late = defineAsyncComponent(
  () =>
    new Promise<Component>((resolve) => {
      Object.assign(window, { arrive: () => resolve(Part) });
    }),
);
createLate(Late).mount('#app');
