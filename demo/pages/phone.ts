/** The HTML of the simulated phone: a dialog that calls and texts the number on the page. Run by `browser/phone.ts`. */
import { ICONS } from './icons.ts';

/** In a shadow root, which separates the site's styles from the phone's. */
export const PHONE = `<leadline-phone data-leadline-skip>
      <template shadowrootmode="open">
        <link rel="stylesheet" href="instrument.css">
        <link rel="stylesheet" href="phone.css">
        <dialog aria-labelledby="title">
          <header>
            <h2 id="title"></h2>
            <button type="button" class="close" aria-label="Close">✕</button>
          </header>
          <p class="intro">A simulated phone company sends requests to Leadline and signs them as Twilio does. Nothing leaves this machine.</p>
          <div class="sides">
            <section aria-label="The phone">
              <form class="who">
                <label>Name <input name="name" autocomplete="off" maxlength="100"></label>
                <label>Number <input name="from" type="tel" autocomplete="off" maxlength="30" placeholder="withheld"></label>
                <label class="writes">Message <textarea name="message" rows="2" maxlength="1600" required></textarea></label>
                <button class="go"></button>
              </form>
              <div class="scene">
                <p class="light">${ICONS.phone}</p>
                <p class="happens" role="status"></p>
                <p class="spoken"></p>
                <div class="deeds"></div>
              </div>
              <ol class="thread"></ol>
              <p class="fault" role="alert"></p>
              <section class="lead" aria-label="The lead" aria-live="polite"></section>
            </section>
            <section class="wire" aria-label="Requests of the phone company">
            <h3>Requests of the phone company</h3>
              <ol class="exchanges"></ol>
            </section>
          </div>
        </dialog>
      </template>
    </leadline-phone>`;
