/** The page of the demo's mailbox. Filled by `browser/mail.ts`. */
export const MAIL_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Mailbox: Leadline demo</title>
    <link rel="icon" href="icon.svg">
    <link rel="stylesheet" href="mail.css">
    <script defer src="mail.js"></script>
  </head>
  <body>
    <header>
      <h1>Mailbox</h1>
      <p>Mail from Leadline to anybody, whatever the address, lands here. Nothing leaves this machine.</p>
      <nav><a href="/console/">Console</a> <a href="./">Demo site</a></nav>
    </header>
    <main>
      <section aria-label="Messages">
        <p role="status">Reading the mail…</p>
        <ol></ol>
        <button type="button" name="empty" hidden>Empty the mailbox</button>
      </section>
      <article hidden aria-labelledby="subject">
        <h2 id="subject" tabindex="-1"></h2>
        <dl><dt>From</dt><dd data-of="from"></dd><dt>To</dt><dd data-of="to"></dd><dt>Answers go to</dt><dd data-of="replyTo"></dd><dt>Sent</dt><dd data-of="time"></dd></dl>
        <ul aria-label="Files" hidden></ul>
        <p class="views">
          <button type="button" name="html" aria-pressed="true">HTML</button>
          <button type="button" name="text" aria-pressed="false">Plain text</button>
          <button type="button" name="unsubscribe" hidden>Unsubscribe</button>
          <span role="status"></span>
        </p>
        <iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
        <pre hidden tabindex="0"></pre>
      </article>
    </main>
  </body>
</html>
`;

/**
 * The content security policy of the page. The frame of a message inherits it: a message may style itself, and runs no script and
 * loads nothing.
 */
export const MAIL_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types mail";
