/** Messages in the demo's chat channel, as its page reads them. */
export interface DemoPost {
  id: string;
  /** When it arrived, in milliseconds since the epoch. */
  time: number;
  /** The request's body, as Slack would get it. */
  body: unknown;
}

/** The address of the channel. */
export const CHAT_HOOK = '/demo/chat/hook';
/** Path of the list of messages, newest first. */
export const CHAT_LIST = '/demo/chat/messages';
/** The paths that the demo's Worker answers. */
export const CHAT_PATHS: readonly string[] = [CHAT_HOOK, CHAT_LIST];
