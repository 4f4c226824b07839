/** The page of the demo's chat channel. Filled by `browser/chat.ts`. */
export const CHAT_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Chat channel: Leadline demo</title>
    <link rel="icon" href="icon.svg">
    <link rel="stylesheet" href="mail.css">
    <script defer src="chat.js"></script>
  </head>
  <body>
    <header>
      <h1>#front-desk</h1>
      <p>Stands in for a channel of Slack: what Leadline tells it lands here. Nothing leaves this machine.</p>
      <nav><a href="/console/">Console</a> <a href="./">Demo site</a></nav>
    </header>
    <section aria-label="Messages">
      <p role="status">Reading the channel…</p>
      <ol></ol>
    </section>
  </body>
</html>
`;
