/** Hydrates the server-rendered page. */
import { createOrders } from './vue-orders.ts';

createOrders().mount('#app');
