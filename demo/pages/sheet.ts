/** The page of the demo's sheet of costs. Filled by `browser/sheet.ts`. */
export const SHEET_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Sheet of costs: Leadline demo</title>
    <link rel="icon" href="icon.svg">
    <link rel="stylesheet" href="mail.css">
    <script defer src="sheet.js"></script>
  </head>
  <body>
    <header>
      <h1>Sheet of costs</h1>
      <p>Stands in for a published Google Sheet, which Leadline reads every morning. Change a cost, save, and choose “Read now” in the console under Reports, Costs.</p>
      <nav><a href="/console/">Console</a> <a href="./">Demo site</a></nav>
    </header>
    <section aria-label="Rows">
      <p role="status">Reading the sheet…</p>
      <textarea rows="18" cols="60" aria-label="Rows as CSV" spellcheck="false"></textarea>
      <p><button type="button">Save</button></p>
    </section>
  </body>
</html>
`;
