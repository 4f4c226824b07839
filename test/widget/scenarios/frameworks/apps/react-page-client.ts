/** Hydrates the whole document some time after it has loaded, like a framework that loads its parts one by one. */
import { createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createPage, Part } from './react-page-app.ts';

/** Longer than a browser needs to be idle. */
const LOADING_MS = 400;

function takeOver(): void {
  Object.assign(window, { found: document.body.innerText });
  startTransition(() => {
    hydrateRoot(document, createElement(createPage(Part)), { onRecoverableError: reportError });
  });
}

addEventListener('load', () => setTimeout(takeOver, LOADING_MS));
