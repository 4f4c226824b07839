/** The page of a shared report as HTML, for screens and paper. Its only style is the one below; it has no script. Pure. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../shared/mail/html.ts';
import { barOf, type MailTable } from '../../../shared/mail/tables.ts';

/** Paper has no colours of the background, so bars are characters. */
const STYLE = `:root{color-scheme:light dark}body{max-width:60rem;margin:0 auto;padding:2rem 1.25rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{display:flex;align-items:center;gap:.75rem;font-weight:600}header img{max-height:3rem;max-width:12rem}h1{font-size:1.5rem;line-height:1.3;margin:1.25rem 0 .25rem}
p{margin:.25rem 0}table{width:100%;border-collapse:collapse;margin:1.5rem 0 0}caption{text-align:left;font-weight:600;padding-bottom:.25rem}
th,td{padding:.375rem .75rem .375rem 0;border-bottom:1px solid #8886;vertical-align:top;text-align:right;white-space:nowrap}
th:first-child{text-align:left;white-space:normal;width:40%;min-width:8rem}td:last-child,th:last-child:not(:first-child){padding-right:0}.wide:first-of-type table{max-width:24rem}tbody th{font-weight:400}thead th,small,footer,.note{font-size:.8125rem;opacity:.75}
thead{display:table-header-group}tr{break-inside:avoid}small{display:block}.bar{color:#1f5eff;font-size:.625rem;letter-spacing:-1px;opacity:1}footer{margin-top:2rem}
@media(prefers-color-scheme:dark){.bar{color:#8fb0ff}}@media(max-width:40rem){.wide{overflow-x:auto}}
@media print{:root{color-scheme:light;font-size:10pt}body{max-width:none;padding:0}.bar{color:#1f5eff}}@page{margin:15mm}`;

/** The source of the style for a Content-Security-Policy. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** What the page of a report shows. */
export interface PageContent {
  companyName: string;
  /** The logo as an address with its data; undefined without one. */
  logo: string | undefined;
  title: string;
  /** The days, and what they are compared with. */
  facts: string[];
  tables: MailTable[];
  notes: string[];
  /** When the figures were counted, and until when the page is there. */
  footer: string;
}

/** Writes the page. All texts are escaped. */
export function pageHtml({ companyName, logo, title, facts, tables, notes, footer }: PageContent): string {
  const picture = logo === undefined ? '' : `<img alt="" src="${escapeHtml(logo)}">`;
  const name = escapeHtml(companyName);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} – ${name}</title><style>${STYLE}</style></head>
<body><header>${picture}<span>${name}</span></header><main><h1>${escapeHtml(title)}</h1>
${[...facts.map((fact) => `<p>${escapeHtml(fact)}</p>`), ...tables.map(tableOf), ...notes.map(noteOf)].join('\n')}
</main><footer>${escapeHtml(footer)}</footer></body></html>`;
}

function noteOf(note: string): string {
  return `<p class="note">${escapeHtml(note)}</p>`;
}

function tableOf({ caption, head, rows, notes = [] }: MailTable): string {
  const heads = head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('');
  const lines = rows.map(({ name, cells, share }) => {
    const bar = barOf(share);
    const drawn = bar === '' ? '' : `<small class="bar" aria-hidden="true">${bar}</small>`;
    const figures = cells.map(({ text, change }) => {
      const then = change === undefined ? '' : `<small>${escapeHtml(change)}</small>`;
      return `<td>${escapeHtml(text)}${then}</td>`;
    });
    return `<tr><th scope="row">${escapeHtml(name)}${drawn}</th>${figures.join('')}</tr>`;
  });
  const top = head.every((text) => text === '') ? '' : `<thead><tr>${heads}</tr></thead>`;
  return `<div class="wide" tabindex="0"><table><caption>${escapeHtml(caption)}</caption>${top}<tbody>${lines.join('')}</tbody></table></div>
${notes.map(noteOf).join('')}`;
}
