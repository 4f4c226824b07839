/** Actions on a chat channel. Each shows a toast. */
import { type Answer, ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { changed, resource } from '../../../api/resource.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { NO_VERSION } from '../../../forms/save-members.ts';
import type { Channel, ChatMessage } from './channel.ts';

/** The members of a channel that can be written. */
export type ChannelInput = Pick<Channel, 'name' | 'platform' | 'events' | 'groups' | 'locations'> & {
  /** Empty to keep the address. */
  url: string;
};
export type ChannelChange = Partial<Omit<ChannelInput, 'platform'>> & { state?: 'active' | 'paused' };

/** `/companies/<uuid>/chat_channels` and what follows. */
export function channelPath(rest = ''): string {
  return companyPath(`/chat_channels${rest}`);
}

/** Returns what the form of a channel begins with. */
export function inputOf({ name, platform, events, groups, locations }: Channel): Answer<ChannelInput> {
  return { ...NO_VERSION, body: { name, platform, events, groups, locations, url: '' } };
}

/** Adds a channel. @throws Refusal */
export async function addChannel(channel: ChannelInput): Promise<Channel> {
  const made = await post<Channel>('', channel);
  toast('Channel added. “Send a test” tries it.');
  return made;
}

/** Changes a channel. @throws Refusal */
export async function changeChannel(id: string, change: ChannelChange, done = 'Saved.'): Promise<void> {
  await post(`/${id}/modify`, change);
  toast(done);
}

/** Reads what a channel is now. */
export async function channelNow(id: string): Promise<Answer<ChannelInput>> {
  const { body } = await ask<Channel[]>(channelPath());
  const channel = body.find(({ channel_id: other }) => other === id);
  if (channel === undefined) throw new Error('The channel was removed.');
  return inputOf(channel);
}

/** Sends a test and shows what came of it. */
export async function testChannel(id: string): Promise<void> {
  const { status, last_error: error = '' } = await post<ChatMessage>(`/${id}/test`);
  toast(status === 'delivered' ? 'The test is in the channel.' : `The test failed. ${error}`);
}

/** Removes a channel and its log. */
export async function removeChannel(id: string): Promise<void> {
  await ask(channelPath(`/${id}/remove`), { method: 'POST' });
  resource(channelPath()).time = 0;
  toast('Channel removed.');
}

async function post<Body>(rest: string, body: object = {}): Promise<Body> {
  try {
    return (await ask<Body>(channelPath(rest), { method: 'POST', body })).body;
  } finally {
    changed(channelPath());
  }
}
