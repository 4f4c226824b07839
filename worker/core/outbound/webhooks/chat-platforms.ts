/** The chat platforms, and the hosts of their addresses. Pure. */

/** The chat platforms that take messages at an address of a channel. */
export const CHAT_PLATFORMS = ['slack', 'teams', 'google_chat', 'discord'] as const;
export type ChatPlatform = (typeof CHAT_PLATFORMS)[number];

/** The names of the platforms. */
export const PLATFORM_NAMES: Readonly<Record<ChatPlatform, string>> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  google_chat: 'Google Chat',
  discord: 'Discord',
};

/** The hosts of each platform's addresses, the path and query of one that is whole, and how it begins. */
const ADDRESSES: Readonly<Record<ChatPlatform, { host: RegExp; path: RegExp; example: string }>> = {
  slack: {
    host: /^hooks\.slack(?:-gov)?\.com$/,
    path: /^\/services\/\w+\/\w+\/\w+$/,
    example: 'https://hooks.slack.com/services/',
  },
  teams: {
    host: /\.(?:logic\.azure\.com|powerplatform\.com)$/,
    path: /\/workflows\/.*\/triggers\/.*[?&]sig=/,
    example: 'https://….api.powerplatform.com/powerautomate/',
  },
  google_chat: {
    host: /^chat\.googleapis\.com$/,
    path: /^\/v1\/spaces\/[^/]+\/messages\?.*\btoken=/,
    example: 'https://chat.googleapis.com/v1/spaces/',
  },
  discord: {
    host: /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[^/]+$/,
    example: 'https://discord.com/api/webhooks/',
  },
};
/** The addresses of connectors, which Microsoft has switched off. */
const FORMER_TEAMS = /\.webhook\.office\.com$|^outlook\.office(?:365)?\.com$/;

/** Returns what is wrong with the address of a channel; undefined for nothing. @param url one that was found to be public */
export function faultOfChannel(platform: ChatPlatform, url: string): string | undefined {
  const { hostname, pathname, search } = new URL(url);
  const { host, path, example } = ADDRESSES[platform];
  const name = PLATFORM_NAMES[platform];
  if (host.test(hostname)) {
    return path.test(pathname + search)
      ? undefined
      : `Copy the whole address that ${name} shows: ${example}…`;
  }
  const other = CHAT_PLATFORMS.find((each) => ADDRESSES[each].host.test(hostname));
  if (other !== undefined) return `This is an address of ${PLATFORM_NAMES[other]}, not of ${name}.`;
  if (platform === 'teams' && FORMER_TEAMS.test(hostname)) {
    return 'Microsoft has switched off connectors. Create the address with a workflow in Teams instead.';
  }
  return `This is no address of ${name}. One begins with ${example}`;
}
