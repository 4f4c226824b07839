/** Hydrates the server-rendered page; the late part only when the page calls `arrive`. */
import { createElement, lazy } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createLate, Part } from './react-late-app.ts';

const Late = lazy(
  () =>
    new Promise<{ default: typeof Part }>((resolve) => {
      Object.assign(window, { arrive: () => resolve({ default: Part }) });
    }),
);
const root = document.getElementById('root');
if (root) hydrateRoot(root, createElement(createLate(Late)), { onRecoverableError: reportError });
