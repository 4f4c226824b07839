/** Messages to chat platforms: each platform takes them, and what people outside wrote stays text. */
import { describe, expect, test } from 'vitest';
import {
  CHAT_PLATFORMS,
  faultOfChannel,
} from '../../../../../worker/core/outbound/webhooks/chat-platforms.ts';
import { bodyFor } from '../../../../../worker/core/people/chat/formats.ts';
import type { Post } from '../../../../../worker/core/people/chat/posts.ts';
import { cutWords } from '../../../../../worker/core/people/notifications/notifications.ts';
import { read } from './judges.ts';

const URL_OF_LEAD = 'https://leads.example/console/1/leads/2';

/** What somebody may write to be more than text. */
const HOSTILE = [
  '<!channel> <!here> <@U123> <#C123> <!subteam^S1>',
  '<https://evil.example|Your bank>',
  '&lt;!channel&gt; &amp; R&B',
  '@everyone @here <@&1> <@1>',
  '[Your bank](https://evil.example) **x** __y__ ~~z~~ `c` ||s||',
  '<users/all> <users/1>',
  '<a href="https://evil.example">Your bank</a><br><b>x</b>',
  '"><script>1</script>',
  String.raw`\[a](https://evil.example) \\ \*`,
  '# Heading\n> quote\n- list',
  '{{title}} ${title} %s',
  '🏠'.repeat(40),
];

function postWith(text: string, more: Partial<Post> = {}): Post {
  return { title: text, url: URL_OF_LEAD, paragraphs: [`Source: ${text}`, text], items: [], ...more };
}

/** Text without what platforms leave out: the kinds of brackets and breaks. */
function plain(text: string): string {
  return text.replaceAll('‹', '<').replaceAll('›', '>').replaceAll('¦', '|').replaceAll(/\s+/g, ' ');
}

describe.each(CHAT_PLATFORMS)('%s', (platform) => {
  const seen = (post: Post): ReturnType<typeof read> =>
    read(platform, JSON.stringify(bodyFor(platform, post)));

  test.each(HOSTILE)('shows %j as text, and leads only to the lead', (text) => {
    const { text: shown, links } = seen(postWith(text));
    expect(plain(shown)).toContain(plain(`Source: ${text}`));
    expect(new Set(links)).toEqual(new Set([URL_OF_LEAD]));
  });

  test('names several things, each with its link', () => {
    const items = HOSTILE.slice(0, 10).map((text, index) => ({ text, url: `${URL_OF_LEAD}${index}` }));
    const { text, links } = seen({
      title: '12 things',
      url: URL_OF_LEAD,
      paragraphs: ['The first 10:'],
      items,
    });
    for (const item of items) expect(plain(text)).toContain(plain(item.text));
    expect(new Set(links)).toEqual(new Set([URL_OF_LEAD, ...items.map(({ url }) => url)]));
  });

  test('takes the longest message there can be', () => {
    const long = '<&>_'.repeat(75);
    const items = Array.from({ length: 10 }, () => ({ text: long, url: `${URL_OF_LEAD}${'0'.repeat(60)}` }));
    expect(() => seen(postWith(long, { items }))).not.toThrow();
  });

  test.each(['🏠', 'a🏠', '<&>_', '"\\', 'a\n\n', '漢'])(
    'takes 10,000 characters of %j in each place',
    (part) => {
      const text = part.repeat(10_000 / part.length);
      const items = Array.from({ length: 10 }, () => ({ text, url: `${URL_OF_LEAD}${'0'.repeat(60)}` }));
      for (const post of [postWith(text), postWith(text, { items, paragraphs: [text] })]) {
        const body = JSON.stringify(bodyFor(platform, post));
        // JSON writes half of a pair as an escape.
        expect(body).not.toMatch(/\\ud[89a-f]/i);
        const { text: shown, links } = seen(post);
        expect(plain(shown)).toContain(plain(part.trim()));
        expect(new Set(links).size).toBe(post.items.length === 0 ? 1 : 2);
      }
    },
  );

  test('takes a message without an address', () => {
    const { links } = seen({ title: 'Test', paragraphs: [], items: [{ text: 'One' }] });
    expect(links).toEqual([]);
  });
});

test.each(['🏠'.repeat(200), `a${'🏠'.repeat(200)}`])('words are cut between characters: %s', (text) => {
  const words = cutWords(text) ?? '';
  expect(words.isWellFormed()).toBe(true);
  expect([text.startsWith(words), words.length]).toEqual([true, text.startsWith('a') ? 299 : 300]);
});

const ADDRESSES = {
  slack: 'https://hooks.slack.com/services/T000/B000/xxxx',
  teams:
    'https://default12.3b.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/ab/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers&sv=1.0&sig=x-y',
  google_chat: 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k-1&token=t%3D',
  discord: 'https://discord.com/api/webhooks/123/a-b_c',
} as const;

test.each(CHAT_PLATFORMS.flatMap((platform) => CHAT_PLATFORMS.map((other) => [platform, other] as const)))(
  'a channel of %s and an address of %s',
  (platform, other) => {
    const fault = faultOfChannel(platform, ADDRESSES[other]);
    const isOther = /^This is an address of .*, not of .*\.$/.test(fault ?? '');
    expect([fault === undefined, isOther]).toEqual([platform === other, platform !== other]);
  },
);

test.each([
  [
    'teams',
    'https://prod-12.westeurope.logic.azure.com:443/workflows/ab/triggers/manual/paths/invoke?sig=x',
    undefined,
  ],
  [
    'teams',
    'https://acme.webhook.office.com/webhookb2/ab',
    'Microsoft has switched off connectors. Create the address with a workflow in Teams instead.',
  ],
  [
    'teams',
    'https://logic.azure.com.evil.example/workflows/ab/triggers/x?sig=1',
    /^This is no address of Microsoft Teams\./,
  ],
  ['discord', 'https://discordapp.com/api/v10/webhooks/123/abc', undefined],
  ['discord', 'https://discord.com/channels/1/2', /^Copy the whole address that Discord shows:/],
  ['slack', 'https://hooks.slack.com/triggers/T0/1/x', /^Copy the whole address that Slack shows:/],
  ['slack', 'https://acme.slack.com/archives/C1', /^This is no address of Slack\./],
  ['google_chat', 'https://chat.google.com/room/AAAA', /^This is no address of Google Chat\./],
  ['google_chat', 'https://chat.googleapis.com/v1/spaces/AAAA/messages', /^Copy the whole address/],
] as const)('the address of a channel of %s: %s', (platform, address, fault) => {
  const found = faultOfChannel(platform, address) ?? 'none';
  expect(found).toMatch(fault ?? /^none$/);
});
