/**
 * The chat platforms as the tests know them: which requests each takes, field by field, and what its readers see.
 *
 * - Slack: docs.slack.dev, "Sending messages using incoming webhooks", "Header block", "Section block", "Text object", "Formatting
 *   text for app surfaces"; the types of `@slack/webhook` (`IncomingWebhookSendArguments`) and `@slack/types`.
 * - Teams: learn.microsoft.com, "Create incoming webhooks with Workflows for Microsoft Teams"; the schema at
 *   adaptivecards.io/schemas/adaptive-card.json (1.4): `AdaptiveCard`, `RichTextBlock`, `TextRun`, `Action.OpenUrl`. At most 28 kB.
 * - Google Chat: developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages and .../v1/cards (`Card`, `CardHeader`,
 *   `Section`, `TextParagraph`, `ButtonList`); "Format messages". At most 32,000 bytes.
 * - Discord: discord.com/developers/docs/resources/webhook, "Execute Webhook"; /resources/message, "Embed Object", "Embed Limits",
 *   "Allowed Mentions Object"; /reference, "Message Formatting".
 */
import * as v from 'valibot';
import type { ChatPlatform } from '../../../../../worker/core/outbound/webhooks/chat-platforms.ts';

const https = v.pipe(v.string(), v.regex(/^https:\/\/[^\s<>|]+$/), v.maxLength(3_000));
const bounded = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));

const slack = v.strictObject({
  text: bounded(40_000),
  unfurl_links: v.boolean(),
  blocks: v.pipe(
    v.array(
      v.variant('type', [
        v.strictObject({
          type: v.literal('header'),
          text: v.strictObject({ type: v.literal('plain_text'), text: bounded(150), emoji: v.boolean() }),
        }),
        v.strictObject({
          type: v.literal('section'),
          text: v.strictObject({ type: v.literal('mrkdwn'), text: bounded(3_000), verbatim: v.boolean() }),
        }),
      ]),
    ),
    v.minLength(1),
    v.maxLength(50),
  ),
});

const openUrl = { type: v.literal('Action.OpenUrl'), url: https };
const teams = v.strictObject({
  type: v.literal('message'),
  attachments: v.tuple([
    v.strictObject({
      contentType: v.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: v.null(),
      content: v.strictObject({
        $schema: v.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
        type: v.literal('AdaptiveCard'),
        version: v.literal('1.4'),
        fallbackText: v.string(),
        body: v.array(
          v.strictObject({
            type: v.literal('RichTextBlock'),
            spacing: v.optional(v.picklist(['None', 'Small', 'Default', 'Medium', 'Large'])),
            inlines: v.tuple([
              v.strictObject({
                type: v.literal('TextRun'),
                text: bounded(10_000),
                weight: v.optional(v.picklist(['Lighter', 'Default', 'Bolder'])),
                size: v.optional(v.picklist(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge'])),
                selectAction: v.optional(v.strictObject(openUrl)),
              }),
            ]),
          }),
        ),
        actions: v.optional(v.array(v.strictObject({ ...openUrl, title: bounded(100) }))),
      }),
    }),
  ]),
});

const google = v.strictObject({
  fallbackText: bounded(4_000),
  cardsV2: v.tuple([
    v.strictObject({
      cardId: bounded(64),
      card: v.strictObject({
        header: v.strictObject({ title: bounded(4_000) }),
        sections: v.array(
          v.strictObject({
            widgets: v.pipe(
              v.array(
                v.union([
                  v.strictObject({ textParagraph: v.strictObject({ text: bounded(10_000) }) }),
                  v.strictObject({
                    buttonList: v.strictObject({
                      buttons: v.array(
                        v.strictObject({
                          text: bounded(100),
                          onClick: v.strictObject({ openLink: v.strictObject({ url: https }) }),
                        }),
                      ),
                    }),
                  }),
                ]),
              ),
              v.minLength(1),
              v.maxLength(100),
            ),
          }),
        ),
      }),
    }),
  ]),
});

const discord = v.strictObject({
  embeds: v.tuple([
    v.strictObject({
      title: bounded(256),
      url: v.optional(https),
      description: v.optional(bounded(4_096)),
    }),
  ]),
  allowed_mentions: v.strictObject({ parse: v.pipe(v.array(v.string()), v.maxLength(0)) }),
});

/** What readers see: plain text, and the addresses that text or buttons lead to. */
export interface Seen {
  text: string;
  links: string[];
}

/** The longest body that each platform takes, in bytes. */
const LONGEST: Readonly<Record<ChatPlatform, number>> = {
  slack: 100_000,
  teams: 28_000,
  google_chat: 32_000,
  discord: 100_000,
};

const READERS: Readonly<Record<ChatPlatform, (body: unknown) => Seen>> = {
  slack: (body) => {
    const { text, blocks } = v.parse(slack, body);
    return readSlack([text, ...blocks.map((block) => block.text.text)].join('\n'));
  },
  teams: (body) => {
    const { content } = v.parse(teams, body).attachments[0];
    const runs = content.body.map(({ inlines }) => inlines[0]);
    const actions = [...runs.flatMap(({ selectAction }) => selectAction ?? []), ...(content.actions ?? [])];
    return { text: runs.map(({ text }) => text).join('\n'), links: actions.map(({ url }) => url) };
  },
  google_chat: (body) => {
    const { fallbackText, cardsV2 } = v.parse(google, body);
    const { header, sections } = cardsV2[0].card;
    const widgets = sections.flatMap((section) => section.widgets);
    const texts = widgets.flatMap((widget) => ('textParagraph' in widget ? widget.textParagraph.text : []));
    const buttons = widgets.flatMap((widget) => ('buttonList' in widget ? widget.buttonList.buttons : []));
    expectNoAngles([fallbackText, header.title]);
    const read = readHtml(texts.join('\n'));
    return {
      text: [header.title, read.text].join('\n'),
      links: [...read.links, ...buttons.map(({ onClick }) => onClick.openLink.url)],
    };
  },
  discord: (body) => {
    const [embed] = v.parse(discord, body).embeds;
    const read = readMarkdown([embed.title, embed.description ?? ''].join('\n'));
    return { ...read, links: [...read.links, ...(embed.url === undefined ? [] : [embed.url])] };
  },
};

/** Reads a message as its platform does. @throws an error for one that the platform refuses */
export function read(platform: ChatPlatform, json: string): Seen {
  if (Buffer.byteLength(json) > LONGEST[platform]) throw new Error('The message is too long.');
  return READERS[platform](JSON.parse(json));
}

/** Slack reads `<...>`: links, and mentions of people, groups and channels. Nothing else is formatting that matters here. */
function readSlack(text: string): Seen {
  const links: string[] = [];
  const shown = text.replaceAll(/<([^>]*)>/g, (_, inner: string) => {
    const [address = '', label = ''] = inner.split('|', 2);
    if (!address.startsWith('https://')) throw new Error(`Slack reads a mention: ${inner}`);
    links.push(address);
    return label;
  });
  if (/[<>]/.test(shown)) throw new Error('A bracket is not closed.');
  return { text: decoded(shown), links };
}

/** Google Chat reads a few tags of HTML, and mentions such as `<users/all>`. */
function readHtml(text: string): Seen {
  const links: string[] = [];
  const shown = text
    .replaceAll('<br>', '\n')
    .replaceAll(/<a href="([^"<>]*)">([^<>]*)<\/a>/g, (_, address: string, label: string) => {
      links.push(decoded(address));
      return label;
    });
  expectNoAngles([shown]);
  return { text: decoded(shown), links };
}

function expectNoAngles(texts: readonly string[]): void {
  const odd = texts.find((text) => /[<>]/.test(text));
  if (odd !== undefined) throw new Error(`Google Chat reads a tag or a mention: ${odd}`);
}

/** Discord reads Markdown, in which a backslash makes a sign a sign. */
function readMarkdown(text: string): Seen {
  const links: string[] = [];
  const hidden = text.replaceAll(/\\([^0-9A-Za-z\s])/g, (_, sign: string) => hide(sign));
  const shown = hidden.replaceAll(/\[([^\]]*)\]\((https:[^)\s]*)\)/g, (_, label: string, address: string) => {
    links.push(address);
    return label;
  });
  if (/[*_~`|<>[\]#]/.test(shown)) throw new Error(`Discord reads formatting: ${shown}`);
  return {
    text: shown.replaceAll(/[\uE000-\uE0FF]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) - 0xe000)),
    links,
  };
}

/** Puts an escaped sign beyond the reach of formatting. */
function hide(sign: string): string {
  return String.fromCodePoint(0xe000 + sign.charCodeAt(0));
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
