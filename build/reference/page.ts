/** The reference as a page: no script from elsewhere, no request, readable offline and when printed. */
import { exampleOf, OPERATIONS, problemsOf } from './openapi.ts';
import type { Operation } from './operation.ts';

const ACCESS = {
  none: 'no credentials',
  user: 'Basic: e-mail address and access token',
  operator: 'Bearer: operator token',
  settings: 'Bearer: operator token, or Basic: a super admin',
} as const;

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
input { box-sizing: border-box; font: inherit; padding: .5rem; width: 100%; }
details { border-top: 1px solid var(--line); }
summary { cursor: pointer; padding: .5rem 0; }
code, pre { font: .85rem/1.45 ui-monospace, monospace; }
pre { background: var(--soft); border-radius: .3rem; overflow: auto; padding: .75rem; }
b { display: inline-block; width: 3.5rem; }
small { opacity: .75; }
`;

const FILTER = `
const input = document.querySelector('input');
const entries = [...document.querySelectorAll('details')];
input.addEventListener('input', () => {
  const words = input.value.toLowerCase().split(/\\s+/);
  for (const entry of entries) entry.hidden = !words.every((word) => entry.textContent.toLowerCase().includes(word));
});
`;

/** The page's HTML. */
export function referencePage(version: string): string {
  const tags = [...new Set(OPERATIONS.map(({ tag }) => tag))];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Leadline API ${escape(version)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<h1>Leadline API</h1>
<p>Version ${escape(version)}. The same as an <a href="openapi.json">OpenAPI 3.1 document</a>.
<p><input type="search" placeholder="Filter operations" aria-label="Filter operations">
${tags.map(section).join('\n')}
<script>${FILTER}</script>
</html>
`;
}

function section(tag: string): string {
  const entries = OPERATIONS.filter((operation) => operation.tag === tag).map(entry);
  return `<section><h2>${escape(tag)}</h2>${entries.join('\n')}</section>`;
}

function entry(operation: Operation): string {
  const { method, path, summary, description, access, body, answer } = operation;
  const request = body === undefined ? '' : `<h4>Body</h4>${code(body.example)}`;
  const response = answer === null ? '<p>200, no content.' : `<h4>Answer</h4>${code(exampleOf(operation))}`;
  return `<details>
<summary><b>${method}</b> <code>${escape(path)}</code><br><small>${escape(summary)}</small></summary>
${description === undefined ? '' : `<p>${escape(description)}`}
<p>Credentials: ${escape(ACCESS[access])}.
${request}
${response}
<p>Refusals: ${problemsOf(operation)
    .map((each) => `<code>${each}</code>`)
    .join(', ')}
</details>`;
}

function code(value: unknown): string {
  return `<pre>${escape(JSON.stringify(value, undefined, 2))}</pre>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
