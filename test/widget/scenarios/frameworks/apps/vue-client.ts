/** Hydrates the server-rendered page. */
import { createMain } from './vue-app.ts';

createMain().mount('#app');
