/** Hydrates the page that the build rendered. */
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Callback } from './react-app.ts';

const root = document.getElementById('root');
if (root) hydrateRoot(root, createElement(Callback));
