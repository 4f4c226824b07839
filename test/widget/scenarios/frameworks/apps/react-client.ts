/** Hydrates the server-rendered page. */
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './react-app.ts';

const root = document.getElementById('root');
if (root) {
  hydrateRoot(root, createElement(App), { onRecoverableError: reportError });
}
