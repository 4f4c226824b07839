/** Takes over what the server rendered. */
import { createMain } from './vue-app.ts';

createMain().mount('#app');
