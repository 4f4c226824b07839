/** Takes over what the server rendered. */
import { createOrders } from './vue-orders.ts';

createOrders().mount('#app');
