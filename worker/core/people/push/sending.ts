/** Pushes a message about notifications to the browsers of a user. */
import { readSender } from '../../../shared/mail/mail.ts';
import { addressRules, type CompanyContext, type CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import { type DeviceRecord, devicesOf, recordPushed, removeDevice } from './devices.ts';
import { push, pushKeysOf, type PushOutcome } from './push.ts';
import { pushServicesOf } from './services.ts';

/** The kinds that wait for nobody: the service wakes the device for them (RFC 8030, 5.3). */
const URGENT: ReadonlySet<string> = new Set([
  'assigned',
  'missed_call',
  'voicemail',
  'text',
  'reminder_due',
  'mentioned',
  'marked',
]);
/** Who answers for the messages, where neither a sender nor an address of the deployment is set. */
const NOBODY = 'mailto:nobody@leadline.invalid';

/** The message, and what it tells in words: the first notifications, and how many there are. */
export interface PushedNotifications {
  message: { messageNumber: number; messageId: string; userId: string; topic: string };
  words: readonly { title: string; path: string }[];
  /** From where the contact came, if it is about one; else empty. What people said is not shown on locked screens. */
  body: string;
  count: number;
}

/** What became of a message to all browsers of the user. */
export type PushedResult =
  | { outcome: 'delivered' | 'not_sent'; detail?: string }
  | { outcome: 'failed'; detail: string; askedWaitMs: number };

/**
 * Pushes a message to each browser of its user that did not get it in a former attempt. A browser that is gone is forgotten.
 * @returns `failed` if it should be tried again for some of them
 */
export async function pushToDevices(
  company: CompanyContext,
  env: CoreEnv,
  { message, words, body, count }: PushedNotifications,
): Promise<PushedResult> {
  const { OPERATOR_TOKEN: secret } = env;
  const devices = devicesOf(company.database, message.userId);
  const [first] = words;
  if (secret === undefined || first === undefined || devices.length === 0) return { outcome: 'not_sent' };
  const payload = JSON.stringify({
    title: count === 1 ? first.title : `${count} notifications: ${first.title}`,
    ...(body === '' ? {} : { body }),
    url: count === 1 ? first.path : `/console/${company.companyId}`,
    tag: message.messageId,
  });
  const pushed = { id: message.messageId, payload, isUrgent: URGENT.has(message.topic) };
  const from = { keys: pushKeysOf(secret), contact: contactOf(env), rules: addressRules(env) };
  const services = pushServicesOf(company);
  const left = devices.filter(({ lastMessage }) => lastMessage !== message.messageNumber);
  const results = await Promise.all(
    left.map(async (device) => {
      const rest = services.restsUntil(device.endpoint) - Date.now();
      if (rest > 0) return resting(rest);
      const result = await push(device, pushed, from);
      services.learn(device.endpoint, result, Date.now());
      record(company, device, { outcome: result.outcome, messageNumber: message.messageNumber });
      return result;
    }),
  );
  const failures = results.filter((result) => result.outcome === 'failed');
  const [failure] = failures;
  if (failure !== undefined) {
    // The soonest: a browser whose service still rests is left alone then, too.
    const askedWaitMs = Math.min(...failures.map((each) => each.askedWaitMs));
    return { outcome: 'failed', detail: failure.detail, askedWaitMs };
  }
  const isPushed = left.length < devices.length || results.some(({ outcome }) => outcome === 'pushed');
  return { outcome: isPushed ? 'delivered' : 'not_sent' };
}

/** The result for a browser whose service is left alone. */
function resting(askedWaitMs: number): PushOutcome {
  return {
    outcome: 'failed',
    detail: 'The push service is left alone for a while.',
    askedWaitMs,
    isSilent: false,
  };
}

/** Records the result at once, so that a kill afterwards repeats nothing. */
function record(
  company: CompanyContext,
  { deviceId, userId }: DeviceRecord,
  { outcome, messageNumber }: { outcome: 'pushed' | 'gone' | 'failed'; messageNumber: number },
): void {
  if (outcome === 'failed') return;
  commit(
    company,
    contextOfActor(company, { kind: 'system', name: 'notifications' }),
    ({ database }) => {
      if (outcome === 'gone') removeDevice(database, userId, deviceId);
      else recordPushed(database, deviceId, messageNumber);
    },
    'reserve',
  );
}

function contactOf(env: CoreEnv): string {
  const sender = readSender(env);
  if (sender !== undefined) return `mailto:${sender.email}`;
  const { PUBLIC_URL: origin = '' } = env;
  return origin.startsWith('https://') ? origin : NOBODY;
}
