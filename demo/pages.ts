/** The pages of the demo site, as HTML. Numbers are printed as in any site's HTML; the widget does the rest. */
import { type Branch, BRANCHES, DEMO_COMPANY_ID, NATIONAL_NUMBER, printed } from './company.ts';

/** A page: its file name under `/demo/`, its title, and what stands between header and footer. */
interface Page {
  file: string;
  title: string;
  main: string;
}

const CALL = `<a class="button" href="tel:${NATIONAL_NUMBER}"><svg aria-hidden="true" viewBox="0 0 24 24" width="18" height="18"><path fill="currentColor" d="M6.6 10.8a15 15 0 0 0 6.6 6.6l2.2-2.2a1 1 0 0 1 1-.25 11.4 11.4 0 0 0 3.6.57 1 1 0 0 1 1 1V20a1 1 0 0 1-1 1A17 17 0 0 1 3 4a1 1 0 0 1 1-1h3.5a1 1 0 0 1 1 1 11.4 11.4 0 0 0 .57 3.6 1 1 0 0 1-.25 1Z"/></svg> Call ${printed(NATIONAL_NUMBER)}</a>`;

const HOME = `
<section class="hero">
  <div class="wrap">
    <p class="eyebrow">Licensed plumbers in five cities</p>
    <h1>Hot water back on today.<br>Or the visit is free.</h1>
    <p class="lead">Brightwater fixes leaks, boilers and blocked drains in homes since 1987. Somebody picks up at
      <strong>${printed(NATIONAL_NUMBER)}</strong>, day and night.</p>
    <p>${CALL} <a class="button quiet" href="services.html">What we fix</a></p>
    <p class="small">Prefer to write? <a href="sms:${NATIONAL_NUMBER}">Text us at 1-800-555-0142</a>.</p>
  </div>
</section>
<section class="wrap cards">
  <article><h3>Leaks &amp; pipes</h3><p>Found with sound, not with a sledgehammer. Call 800.555.0142 before the ceiling gives way.</p></article>
  <article><h3>Water heaters</h3><p>Tank and tankless, installed the day you call. Fixed prices, no surprises.</p></article>
  <article><h3>Drains</h3><p>Cleared, filmed and guaranteed for a year. Ask for Joe at <b>(800)</b>&nbsp;<b>555</b>-0142.</p></article>
</section>
<section class="band"><div class="wrap quote">
  <blockquote>“They were here before I had found the stopcock.”</blockquote>
  <p>Maria L., customer since 2019</p>
</div></section>`;

const SERVICES = `
<section class="wrap page">
  <h1>What we fix</h1>
  <p class="lead">One number for everything that drips: <a href="tel:+1-800-555-0142">${printed(NATIONAL_NUMBER)}</a>.</p>
  <table>
    <thead><tr><th>Job</th><th>From</th><th>Usually takes</th><th></th></tr></thead>
    <tbody>
      ${[
        ['Leaking tap', '$89', '1 hour'],
        ['Blocked drain', '$129', '1 to 2 hours'],
        ['Water heater, new', '$1,290', 'half a day'],
        ['Boiler service', '$149', '2 hours'],
        ['Burst pipe, emergency', '$199', 'at once'],
      ]
        .map(
          ([job, price, time]) =>
            `<tr><td>${job}</td><td>${price}</td><td>${time}</td><td><a href="tel:${NATIONAL_NUMBER}">Book by phone</a></td></tr>`,
        )
        .join('\n      ')}
    </tbody>
  </table>
  <p class="small">Order numbers such as 8005550142998 are not phone numbers, and stay as they are.</p>
  <p>${CALL}</p>
</section>`;

const LOCATIONS = `
<section class="wrap page">
  <h1>Five branches, one standard</h1>
  <p class="lead">Every branch has a number of its own. Not sure which is yours? Call ${printed(NATIONAL_NUMBER)}.</p>
  <div class="cards">
    ${BRANCHES.map(branchCard).join('\n    ')}
  </div>
</section>`;

const CONTACT = `
<section class="wrap page">
  <h1>Contact</h1>
  <p class="lead">The fastest way is the phone: <a href="tel:${NATIONAL_NUMBER}">${printed(NATIONAL_NUMBER)}</a>.</p>
  <form onsubmit="return false">
    <label>Your name <input autocomplete="name"></label>
    <label>Your phone <input type="tel" placeholder="${printed(NATIONAL_NUMBER)}"></label>
    <label>What happened? <textarea rows="4"></textarea></label>
    <button type="button" class="button">Ask for a call</button>
  </form>
  <p id="late"></p>
  <script>
    // Content that arrives late, as from a chat or a tag manager.
    setTimeout(() => {
      document.getElementById('late').innerHTML = 'Our desk is open. Reach it at <strong>${printed(NATIONAL_NUMBER)}</strong>.';
    }, 1500);
  </script>
</section>`;

const PAGES: readonly Page[] = [
  { file: 'index.html', title: 'Brightwater Plumbing & Heating', main: HOME },
  { file: 'services.html', title: 'Services', main: SERVICES },
  { file: 'locations.html', title: 'Locations', main: LOCATIONS },
  { file: 'contact.html', title: 'Contact', main: CONTACT },
];

/** Every page as file name and HTML. */
export function demoPages(): { file: string; html: string }[] {
  return PAGES.map((page) => ({ file: page.file, html: layout(page) }));
}

function branchCard(branch: Branch): string {
  return `<article id="${branch.id}"><h3>${branch.city}, ${branch.state}</h3>
      <p>${branch.address}<br>${branch.city}, ${branch.state} ${branch.postalCode}</p>
      <p><a href="tel:${branch.number}">${printed(branch.number)}</a></p></article>`;
}

/** A whole page of the site. */
export function layout(page: Page): string {
  const links = PAGES.map(
    ({ file, title }) =>
      `<a href="${file}"${file === page.file ? ' aria-current="page"' : ''}>${file === 'index.html' ? 'Home' : title}</a>`,
  ).join('\n        ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${page.title.replace('&', '&amp;')}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="site.css">
    <!-- Only the demo has this: it lets the panel pretend to be another visitor. -->
    <script src="pretend.js"></script>
    <!-- All that a site needs. -->
    <script async src="/dni/leadline.js" data-company="${DEMO_COMPANY_ID}"></script>
  </head>
  <body>
    <header class="top">
      <div class="wrap">
        <a class="brand" href="index.html">Brightwater<span>Plumbing &amp; Heating</span></a>
        <nav>
        ${links}
        </nav>
        <a class="phone" href="tel:${NATIONAL_NUMBER}" aria-label="Call ${printed(NATIONAL_NUMBER)}">${printed(NATIONAL_NUMBER)}</a>
      </div>
    </header>
    <main>${page.main}
    </main>
    <footer>
      <div class="wrap">
        <p><strong>Brightwater Plumbing &amp; Heating</strong><br>${BRANCHES.map((branch) => branch.city).join(' · ')}</p>
        <p>24-hour desk<br><a href="tel:${NATIONAL_NUMBER}">+1 800 555 0142</a></p>
        <p>Look closer<br><a href="formats.html">Printed forms</a> · <a href="react.html">React</a> · <a href="vue.html">Vue</a> · <a href="csp.html">Strict policy</a></p>
        <p class="small">A demo of Leadline. The business, its people and its numbers are invented.</p>
      </div>
    </footer>
    <script src="panel.js" defer></script>
  </body>
</html>
`;
}
