/** The HTML of the panel: choose a visitor, and see why they get their number. Filled by `browser/panel.ts`. */
import { DEMO_SIGN_IN, NATIONAL_NUMBER, printed } from '../company.ts';
import { PLACES, WAYS } from '../visitors.ts';
import { ICONS } from './icons.ts';

const options = (names: string[]): string => names.map((name) => `<option>${name}</option>`).join('');

/** In a shadow root, which separates the site's styles from the panel's. */
export const PANEL = `<leadline-panel data-leadline-skip>
      <template shadowrootmode="open">
        <link rel="stylesheet" href="instrument.css">
        <link rel="stylesheet" href="panel.css">
        <button type="button" class="bar" aria-expanded="false" aria-controls="sheet">
          <span class="dot"></span>
          <span class="who"></span>
          <span class="number"></span>
          <svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16"><path d="m3 10 5-5 5 5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>
        </button>
        <section id="sheet" aria-label="Leadline demo">
          <header>
            <strong>Leadline</strong><span>demo</span>
            <button type="button" class="close">Hide</button>
          </header>
          <p class="intro">This site prints one number, <b>${printed(NATIONAL_NUMBER)}</b>. Choose a visitor to see which number they get.</p>
          <form>
            <label>Where <select name="place">${options(Object.keys(PLACES))}</select></label>
            <label>Came from <select name="way">${options(Object.keys(WAYS))}</select></label>
            <label class="check"><input type="checkbox" name="isBack"> <span>The same person returns<small>A day later, from the same IP address. Otherwise each choice is a new visitor.</small></span></label>
            <details>
              <summary>IP address, ZIP, cache</summary>
              <div>
                <label>IP address <input name="ip" autocomplete="off" spellcheck="false"></label>
                <label>ZIP sent by the site <input name="zip" autocomplete="off" placeholder="none"></label>
                <label class="check"><input type="checkbox" name="nocache"> <span>Without the cache<small>As with <code>nocache=1</code>.</small></span></label>
                <button>Visit</button>
              </div>
            </details>
          </form>
          <output aria-live="polite">
            <p class="state"></p>
            <p class="shown"></p>
            <p class="reach" hidden><button type="button" name="call">${ICONS.phone} Call this number</button> <button type="button" name="text">${ICONS.bubble} Text this number</button></p>
            <div class="story"></div>
            <h2></h2>
            <ol></ol>
          </output>
          <section class="happenings" hidden>
            <h2>As it happens</h2>
            <ul></ul>
          </section>
          <nav>
            <a href="?leadline_debug">Show all swapped numbers</a>
            <a href="/console/">Console</a>
            <a href="mail">Mailbox</a>
            <a href="chat">Chat</a>
            <a href="sheet">Costs</a>
            <a href="/reference/">API reference</a>
          </nav>
          <p class="sign-in">Sign in to the console as <b>${DEMO_SIGN_IN.email}</b> with the password <b>${DEMO_SIGN_IN.password}</b>.</p>
        </section>
      </template>
    </leadline-panel>`;
