/** Chat channels as the API answers them, and the names of their parts. Pure. */
import type { ChannelBody, ChatMessageBody } from '../../../../worker/core/people/chat/reference.ts';

/** A chat channel. Its address is not sent. */
export type Channel = ChannelBody;
/** A message to a channel and its result. */
export type ChatMessage = ChatMessageBody;
export type Platform = Channel['platform'];

const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  google_chat: 'Google Chat',
  discord: 'Discord',
};

/** The platforms, with their names. */
export const PLATFORMS = Object.entries(PLATFORM_NAMES) as [Platform, string][];

/** What a channel can be told. */
export const EVENT_NAMES: Readonly<Record<Channel['events'][number], string>> = {
  missed_call: 'Missed calls',
  voicemail: 'Voicemails, with their text',
  text: 'Texts',
  form: 'Forms',
  marked: 'Calls that a rule tells of',
  assigned: 'Assignments',
  report: 'Scheduled reports',
  trouble: 'Troubles with webhooks, platforms and carriers',
};

/** How to get the address of a channel, by its platform. */
export const STEPS: Readonly<Record<Platform, string>> = {
  slack:
    'In Slack: api.slack.com/apps, Create New App, Incoming Webhooks, On, Add New Webhook, choose the channel, Copy.',
  teams:
    'In Teams: ⋯ beside the channel, Workflows, “Send webhook alerts to a channel”, Save, copy the address.',
  google_chat: 'In Google Chat: the space’s name, Apps & integrations, Webhooks, Add, copy the link.',
  discord: 'In Discord: Edit channel, Integrations, Webhooks, New Webhook, Copy Webhook URL.',
};

/** Returns the name of a channel's platform. */
export function platformName({ platform }: Channel): string {
  return PLATFORM_NAMES[platform];
}

/** Returns what a channel is told, in words. */
export function eventsText({ events }: Channel): string {
  return events.map((event) => EVENT_NAMES[event].replace(/,.*/, '')).join(', ');
}
