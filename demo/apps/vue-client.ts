/** Hydrates the page that the build rendered. */
import { createCallback } from './vue-app.ts';

createCallback().mount('#app');
