/** The one template of e-mail messages: plain text and HTML, readable in light and dark. Pure. */
import { escapeHtml } from './html.ts';
import { type MailTable, tableHtml, tableText } from './tables.ts';

/** The content of a message. */
export interface MailContent {
  /** The first line, also of the preview in a list of messages. */
  title: string;
  /** Paragraphs of plain text. */
  paragraphs: readonly string[];
  /** Lines with an address each, for a message about several things. */
  items?: readonly { text: string; url: string }[];
  tables?: readonly MailTable[];
  /** The button. */
  action?: { label: string; url: string };
  /** A second button, which calls somebody. */
  call?: { label: string; url: string };
  /** Small print at the end. */
  footer: string;
  /** Where one ends these messages, or chooses which ones come. */
  settings?: { label: string; url: string };
}

/** Writes a message as plain text and as HTML. Everything is escaped; images and scripts there are none. */
export function writeTemplate(content: MailContent): { text: string; html: string } {
  return { text: textOf(content), html: htmlOf(content) };
}

function textOf(content: MailContent): string {
  const { title, paragraphs, items = [], tables = [], action, call, footer, settings } = content;
  return [
    title,
    ...paragraphs,
    ...tables.map(tableText),
    ...(items.length === 0 ? [] : [items.map(({ text, url }) => `- ${text}\n  ${url}`).join('\n')]),
    ...[call, action].flatMap((each) => (each === undefined ? [] : [`${each.label}: ${each.url}`])),
    `-- \n${footer}${settings === undefined ? '' : `\n${settings.label}: ${settings.url}`}`,
  ].join('\n\n');
}

function htmlOf(content: MailContent): string {
  const { title, paragraphs, items = [], tables = [], action, call, footer, settings } = content;
  const link = (url: string, label: string, style: string): string =>
    `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;
  const button =
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5eff;color:#ffffff;text-decoration:none;font-weight:600';
  const body = [
    `<h1 style="font-size:18px;line-height:1.3;margin:0 0 12px">${escapeHtml(title)}</h1>`,
    ...paragraphs.map(
      (text) => `<p style="margin:0 0 12px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
    ),
    ...tables.map(tableHtml),
    ...(items.length === 0
      ? []
      : [
          `<ul style="margin:0 0 12px;padding:0 0 0 18px">${items
            .map(({ text, url }) => `<li style="margin:0 0 6px">${link(url, text, 'color:#1f5eff')}</li>`)
            .join('')}</ul>`,
        ]),
    ...(action === undefined
      ? []
      : [
          `<p style="margin:18px 0">${[call, action]
            .flatMap((each) => (each === undefined ? [] : [link(each.url, each.label, button)]))
            .join(' ')}</p>`,
        ]),
    `<p class="small" style="margin:24px 0 0;font-size:12px;color:#5b6472">${escapeHtml(footer)}${
      settings === undefined ? '' : ` ${link(settings.url, settings.label, 'color:inherit')}`
    }</p>`,
  ];
  // Mail programs without support for the media query keep dark text on white.
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){body,.page{background:#15181d!important;color:#e8eaed!important}
.small{color:#a3abb8!important}li a,.bar{color:#8fb0ff!important}td,tbody th{border-color:#3a414c!important}}</style></head>
<body style="margin:0;background:#ffffff;color:#15181d"><div class="page" style="max-width:560px;margin:0 auto;padding:24px 20px;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere">
${body.join('\n')}
</div></body></html>`;
}
