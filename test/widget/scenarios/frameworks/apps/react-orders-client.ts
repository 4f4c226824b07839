/** Hydrates the server-rendered page. */
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Orders } from './react-orders.ts';

const root = document.getElementById('root');
if (root) {
  hydrateRoot(root, createElement(Orders), { onRecoverableError: reportError });
}
