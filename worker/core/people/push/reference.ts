/** Reference of browsers that get pushed notifications. */
import * as v from 'valibot';
import { id, named, time } from '../../../shared/reference/answers.ts';
import { type Operation, exactly, operationsOf, text } from '../../../shared/reference/operation.ts';
import { newDeviceSchema } from './schema.ts';

export const deviceAnswer = named(
  'PushDevice',
  v.strictObject({ device_id: id, name: v.string(), created_time: time }),
);
export type DeviceBody = v.InferOutput<typeof deviceAnswer>;

/** The key to which a browser binds its subscription, and the caller's browsers. */
export const devicesAnswer = named(
  'PushDevices',
  v.strictObject({ public_key: v.nullable(v.string()), devices: v.array(deviceAnswer) }),
);
export type DevicesBody = v.InferOutput<typeof devicesAnswer>;

const AT = '/companies/{company}/notifications/devices';
const notifications = operationsOf('Notifications', 'user');

export const PUSH_OPERATIONS: readonly Operation[] = [
  notifications({
    name: 'listPushDevices',
    method: 'GET',
    path: AT,
    summary: "The caller's browsers that get pushed notifications, and the key to subscribe with",
    answer: devicesAnswer,
    golden: 'people/push-devices',
    problems: ['permission_denied'],
  }),
  notifications({
    name: 'addPushDevice',
    method: 'POST',
    path: AT,
    summary: "Push the caller's notifications to a browser",
    description:
      'endpoint and keys are those of PushSubscription.toJSON(). The browser gets notifications until the access token of the request ends. A user has at most 10; another one ends the oldest.',
    body: newDeviceSchema,
    answer: deviceAnswer,
    golden: 'people/add-push-device',
    problems: ['permission_denied', 'invalid_parameter'],
  }),
  notifications({
    name: 'removePushDevice',
    method: 'POST',
    path: `${AT}/{device}/remove`,
    summary: 'Push nothing more to a browser',
    answer: exactly({ status: text }),
    golden: 'people/remove-push-device',
    problems: ['permission_denied'],
  }),
];
