/** Mail in the demo's mailbox, as its page reads it. */
export interface DemoMail {
  id: string;
  /** When it arrived, in milliseconds since the epoch. */
  time: number;
  to: string;
  /** Who gets answers; absent for the sender. */
  replyTo?: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Its files, in base64; absent without any. */
  files?: { name: string; type: string; base64: string }[];
  /** The address that ends these messages with one request (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Path of the list of messages, newest first. */
export const MAIL_LIST = '/demo/mail/messages';
