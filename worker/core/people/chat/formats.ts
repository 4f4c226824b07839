/**
 * Writes messages for the chat platforms. What people outside have said becomes text on each of them: no mention, no link, no
 * formatting. Pure.
 */
import type { ChatPlatform } from '../../outbound/webhooks/chat-platforms.ts';
import type { Post } from './posts.ts';

/** The word on what leads to the console. */
const OPEN = 'Open';
/** Longest title and paragraph, and most lines of one: a message of them fits into what each platform takes. */
const MOST_OF_TITLE = 300;
const MOST_OF_PARAGRAPH = 1_000;
const MOST_LINES = 40;
/** Longest text of one thing among several: ten of them with their links fit into a block of Slack. */
const MOST_OF_ITEM = 150;

/** Returns the body of the request that sends a message, whose texts are cut off where they are too long. */
export function bodyFor(platform: ChatPlatform, post: Post): object {
  const cut = (text: string, most: number): string => within(text, most, (part) => part);
  return FORMATS[platform]({
    ...post,
    title: cut(post.title, MOST_OF_TITLE),
    paragraphs: post.paragraphs.map((text) => cut(text, MOST_OF_PARAGRAPH)),
    items: post.items.map((item) => ({ ...item, text: cut(item.text, MOST_OF_ITEM) })),
  });
}

const FORMATS: Readonly<Record<ChatPlatform, (post: Post) => object>> = {
  slack: slackBody,
  teams: teamsBody,
  google_chat: googleBody,
  discord: discordBody,
};

/**
 * An incoming webhook's message with Block Kit (docs.slack.dev, "Sending messages using incoming webhooks", "Header block", "Section
 * block"). `text` is what notifications show. `verbatim` keeps Slack from making links and mentions of plain text.
 */
function slackBody({ title, url, paragraphs, items }: Post): object {
  const section = (text: string): object => ({
    type: 'section',
    text: { type: 'mrkdwn', text, verbatim: true },
  });
  const itemText = (text: string): string => within(text, MOST_OF_ITEM, slackText);
  const link = (text: string, to: string | undefined): string =>
    to === undefined ? itemText(text) : `<${to}|${itemText(text.replaceAll('|', '¦'))}>`;
  return {
    text: slackText(title),
    unfurl_links: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: within(title, 150, slackText), emoji: false } },
      ...paragraphs.map((text) => section(within(text, 3_000, slackText))),
      ...(items.length === 0
        ? []
        : [section(items.map(({ text, url: to }) => `• ${link(text, to)}`).join('\n'))]),
      ...(url === undefined ? [] : [section(link(OPEN, url))]),
    ],
  };
}

/** The three characters that Slack reads ("Formatting text for app surfaces", "Escaping text"). */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A workflow's message with an Adaptive Card (learn.microsoft.com, "Create incoming webhooks with Workflows for Microsoft Teams";
 * adaptivecards.io, "RichTextBlock"). A `TextRun` reads no Markdown, unlike a `TextBlock`.
 */
function teamsBody({ title, url, paragraphs, items }: Post): object {
  const line = (text: string, more: object = {}): object => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...more }],
  });
  const opening = (to: string | undefined): object =>
    to === undefined ? {} : { selectAction: { type: 'Action.OpenUrl', url: to } };
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: title,
    body: [
      line(title, { weight: 'Bolder', size: 'Medium' }),
      ...paragraphs.flatMap((text, index) =>
        linesOf(text).map((each, number) => ({
          ...line(each),
          spacing: number > 0 ? 'None' : index > 0 ? 'Medium' : 'Small',
        })),
      ),
      ...items.map(({ text, url: to }) => line(text, opening(to))),
    ],
    ...(url === undefined ? {} : { actions: [{ type: 'Action.OpenUrl', title: OPEN, url }] }),
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

/** Returns the lines that say something; the last one holds whatever are too many. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rest = lines.splice(MOST_LINES - 1).join(' ');
  return rest === '' ? lines : [...lines, rest];
}

/**
 * A card of Google Chat (developers.google.com/workspace/chat/api/reference/rest/v1/cards), whose text is a subset of HTML.
 * `fallbackText` is what notifications show.
 */
function googleBody({ title, url, paragraphs, items }: Post): object {
  const paragraph = (text: string): object => ({ textParagraph: { text } });
  const link = (text: string, to: string | undefined): string =>
    to === undefined ? googleText(text) : `<a href="${googleText(to)}">${googleText(text)}</a>`;
  const widgets = [
    ...paragraphs.map((text) => paragraph(googleText(text))),
    ...items.map(({ text, url: to }) => paragraph(link(text, to))),
    ...(url === undefined
      ? []
      : [{ buttonList: { buttons: [{ text: OPEN, onClick: { openLink: { url } } }] } }]),
  ];
  const header = { title: withoutAngles(title) };
  const sections = widgets.length === 0 ? [] : [{ widgets }];
  return {
    fallbackText: withoutAngles(title),
    cardsV2: [{ cardId: 'leadline', card: { header, sections } }],
  };
}

function googleText(text: string): string {
  return withoutAngles(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\n', '<br>');
}

/** A mention is `<users/all>` in any text, and has no escape. */
function withoutAngles(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}

/** Longest description of an embed, without the break between its parts. */
const MOST_OF_EMBED = 4_096 - 2;

/**
 * A message of a webhook with an embed (discord.com/developers/docs/resources/webhook, "Execute Webhook"; "Embed Limits";
 * "Allowed Mentions Object").
 */
function discordBody({ title, url, paragraphs, items }: Post): object {
  const itemText = (text: string): string => within(text, MOST_OF_ITEM, discordText);
  const link = (text: string, to: string | undefined): string =>
    to === undefined ? itemText(text) : `[${itemText(text)}](${to})`;
  const list = items.map(({ text, url: to }) => `• ${link(text, to)}`).join('\n');
  const said = within(paragraphs.join('\n\n'), MOST_OF_EMBED - list.length, discordText);
  const description = [said, list].filter((part) => part !== '').join('\n\n');
  const embed = {
    title: within(title, 256, discordText),
    ...(url === undefined ? {} : { url }),
    ...(description === '' ? {} : { description }),
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

/** Escapes what Markdown reads (discord.com/developers/docs/reference, "Message Formatting"). */
function discordText(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<]/g, String.raw`\$&`);
}

/** Returns as much of a text as fits once it is escaped. */
function within(text: string, most: number, escape: (part: string) => string): string {
  const whole = escape(text);
  if (whole.length <= most) return whole;
  const parts: string[] = [];
  let room = most - 1;
  for (const character of text) {
    const part = escape(character);
    if (part.length > room) break;
    room -= part.length;
    parts.push(part);
  }
  return `${parts.join('')}…`;
}
