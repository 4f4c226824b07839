/** The layout of the demo site's pages. Numbers are plain HTML as on any site; the widget swaps them. */
import { BRANCHES, DEMO_COMPANY_ID, NATIONAL_NUMBER, printed } from '../company.ts';
import { ICONS } from './icons.ts';
import { PANEL } from './panel.ts';
import { PHONE } from './phone.ts';

/** A page: its path under `/demo/`, title and main content. */
export interface Page {
  path: string;
  title: string;
  main: string;
  /** The tag of Leadline's script, if it differs from the usual one. */
  script?: string;
  /** More for the head. */
  head?: string;
}

/** The number as text without line breaks. */
export const NUMBER = `<span class="tel">${printed(NATIONAL_NUMBER)}</span>`;

/** A call button. */
export const CALL = `<a class="button" href="tel:${NATIONAL_NUMBER}">${ICONS.phone} <span>Call ${NUMBER}</span></a>`;

const LINKS = [
  ['./', 'Home'],
  ['services', 'Services'],
  ['locations', 'Locations'],
  ['contact', 'Contact'],
] as const;

const SCRIPT = `<script async src="/dni/leadline.js" data-company="${DEMO_COMPANY_ID}"></script>`;

const FOOTER = `<footer>
        <p><strong>Brightwater Plumbing &amp; Heating</strong><br>${BRANCHES.map((branch) => branch.city).join(' · ')}</p>
        <p>Monday to Friday 7 am to 7 pm<br>Saturday 8 am to 2 pm<br><a class="tel" href="tel:${NATIONAL_NUMBER}">+1 800 555 0142</a></p>
        <p>See more<br><a href="formats">Printed forms</a> · <a href="react">React</a> · <a href="vue">Vue</a> · <a href="csp">Strict policy</a></p>
        <p class="small">A demo of Leadline. The business, its people and its numbers are invented.</p>
      </footer>`;

/** Renders a whole page. */
export function layout({ path, title, main, script = SCRIPT, head = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>${head}
    <link rel="icon" href="icon.svg">
    <link rel="stylesheet" href="site.css">
    <!-- For the demo only: a panel to simulate visitors, and a phone to call from. -->
    <link rel="stylesheet" href="dock.css">
    <link rel="preload" as="style" href="instrument.css">
    <link rel="preload" as="style" href="panel.css">
    <script src="pretend.js"></script>
    <!-- A site needs only this. -->
    ${script}
    <script defer src="site.js"></script>
    <script defer src="panel.js"></script>
    <script defer src="phone.js"></script>
  </head>
  <body>
    <div class="site">
      ${header(path)}
      <main>${main}
      </main>
      ${FOOTER}
    </div>
    ${PANEL}
    ${PHONE}
  </body>
</html>
`;
}

function header(path: string): string {
  const links = LINKS.map(
    ([href, name]) => `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${name}</a>`,
  ).join('\n          ');
  return `<header class="top">
        <a class="brand" href="./">${ICONS.drop}<span>Brightwater<small>Plumbing &amp; Heating</small></span></a>
        <nav id="menu" popover>
          ${links}
        </nav>
        <a class="phone" href="tel:${NATIONAL_NUMBER}" aria-label="Call ${printed(NATIONAL_NUMBER)}">${ICONS.phone}${NUMBER}</a>
        <button type="button" class="menu" popovertarget="menu" aria-label="Menu">${ICONS.menu}</button>
      </header>`;
}
