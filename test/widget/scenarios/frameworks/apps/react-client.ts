/** Takes over what the server rendered. */
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './react-app.ts';

const root = document.getElementById('root');
if (root) {
  hydrateRoot(root, createElement(App), { onRecoverableError: reportError });
}
