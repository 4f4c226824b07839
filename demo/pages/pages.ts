/** The main contents of the demo site's pages. */
import { type Branch, BRANCHES, locationNameOf, NATIONAL_NUMBER, printed } from '../company.ts';
import { ICONS } from './icons.ts';
import { CALL, layout, NUMBER, type Page } from './layout.ts';

const HOME = `
<section class="hero">
  <div class="pitch">
    <p class="eyebrow">Licensed plumbers in five cities</p>
    <h1><span>Hot water back on today.</span> <span>Or the visit is free.</span></h1>
    <p class="lead">Brightwater has fixed leaks, boilers and blocked drains since 1987. Call
      <strong>${NUMBER}</strong> and a person picks up.</p>
    <p class="actions">${CALL} <a class="button quiet" href="services">What we fix</a></p>
    <p class="small">Prefer to write? <a href="sms:${NATIONAL_NUMBER}">Text us at <span class="tel">1-800-555-0142</span></a>.</p>
  </div>
  <aside class="branch">
    <h2>Your branch</h2>
    <p class="name" data-branch="name">Brightwater, five times</p>
    <p>${ICONS.pin}<span><span data-branch="address">Austin, Denver, Seattle</span>, <span data-branch="city">Chicago and New York</span></span></p>
    <p>${ICONS.clock}<span>Monday to Friday 7 am to 7 pm, Saturday 8 am to 2 pm</span></p>
    <p>${ICONS.phone}<a href="tel:${NATIONAL_NUMBER}">${NUMBER}</a></p>
  </aside>
</section>
<section class="cards">
  <article>${ICONS.leak}<h3>Leaks &amp; pipes</h3><p>Found with sound, not with a sledgehammer. Call <span class="tel">800.555.0142</span> before the ceiling gives way.</p></article>
  <article>${ICONS.heater}<h3>Water heaters</h3><p>Tank and tankless, installed the day you call. A fixed price before we start.</p></article>
  <article>${ICONS.drain}<h3>Drains</h3><p>Cleared, filmed and guaranteed for a year. Ask for Joe at <span class="tel"><b>(800)</b> <b>555</b>-0142</span>.</p></article>
</section>
<section class="band">
  <figure>
    <blockquote>They were here before I had found the stopcock.</blockquote>
    <figcaption>Maria L., customer since 2019</figcaption>
  </figure>
</section>`;

const JOBS = [
  ['Leaking tap', '$89', '1 hour'],
  ['Blocked drain', '$129', '1 to 2 hours'],
  ['Boiler service', '$149', '2 hours'],
  ['Burst pipe', '$199', 'at once'],
  ['Water heater, new', '$1,290', 'half a day'],
] as const;

const SERVICES = `
<section class="page">
  <h1>What we fix</h1>
  <p class="lead">One number for everything that drips: <a class="tel" href="tel:+1-800-555-0142">${printed(NATIONAL_NUMBER)}</a>.</p>
  <table class="jobs">
    <thead><tr><th>Job</th><th>From</th><th>Usually takes</th><th><span class="hidden">Book</span></th></tr></thead>
    <tbody>
      ${JOBS.map(
        ([job, price, time]) =>
          `<tr><th scope="row">${job}</th><td>${price}</td><td>${time}</td><td><a href="tel:${NATIONAL_NUMBER}">Book by phone</a></td></tr>`,
      ).join('\n      ')}
    </tbody>
  </table>
  <p class="actions">${CALL}</p>
  <p class="small">Order numbers such as 8005550142998 are not phone numbers, and stay as they are.</p>
</section>`;

const LOCATIONS = `
<section class="page">
  <h1>Five branches, one standard</h1>
  <p class="lead">Every branch has a number of its own. Not sure which is yours? Call ${NUMBER}.</p>
</section>
<section class="cards branches">
  ${BRANCHES.map(branchCard).join('\n  ')}
</section>`;

const CONTACT = `
<section class="page contact">
  <div>
    <h1>We call you back</h1>
    <p class="lead">Or call us now: <a class="tel" href="tel:${NATIONAL_NUMBER}">${printed(NATIONAL_NUMBER)}</a>.</p>
    <p class="small" data-leadline-skip>Not sure which branch? Our main line asks for your ZIP code: <a href="tel:${NATIONAL_NUMBER}">1-800-555-0142</a></p>
    <form method="post" action="callback">
      <label>Your name <input name="name" required maxlength="200" autocomplete="name"></label>
      <label>Your phone <input name="phone" type="tel" required maxlength="50" autocomplete="tel"></label>
      <label>What happened? <textarea name="message" rows="4" maxlength="5000"></textarea></label>
      <button class="button">Ask for a call</button>
      <p role="status"></p>
    </form>
  </div>
  <aside class="branch">
    <h2>Your branch</h2>
    <p class="name" data-branch="name">Brightwater</p>
    <p>${ICONS.clock}<span>Monday to Friday 7 am to 7 pm, Saturday 8 am to 2 pm</span></p>
    <p>${ICONS.phone}<a href="tel:${NATIONAL_NUMBER}">${NUMBER}</a></p>
    <p id="late"></p>
  </aside>
</section>`;

const THANKS = `
<section class="page">
  <h1>Thank you</h1>
  <p class="lead">We have your request and call you back today. In a hurry? Call ${NUMBER}.</p>
  <p class="actions"><a class="button" href="./">Back to the start</a></p>
</section>`;

const PAGES: readonly Page[] = [
  { path: './', title: 'Brightwater Plumbing &amp; Heating', main: HOME },
  { path: 'services', title: 'Services: Brightwater', main: SERVICES },
  { path: 'locations', title: 'Locations: Brightwater', main: LOCATIONS },
  { path: 'contact', title: 'Contact: Brightwater', main: CONTACT },
  { path: 'thanks', title: 'Thank you: Brightwater', main: THANKS },
];

/** Renders all pages as file names and HTML. */
export function sitePages(): { file: string; html: string }[] {
  return PAGES.map((page) => ({ file: fileOf(page), html: layout(page) }));
}

function fileOf({ path }: Page): string {
  return path === './' ? 'index.html' : `${path}.html`;
}

function branchCard(branch: Branch): string {
  return `<article id="${branch.id}" data-location="${locationNameOf(branch)}"><h3>${branch.city}</h3>
    <p>${branch.address}<br>${branch.city}, ${branch.state} ${branch.postalCode}</p>
    <p><a class="tel" href="tel:${branch.number}">${printed(branch.number)}</a></p></article>`;
}
