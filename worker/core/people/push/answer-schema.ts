/** The forms of browsers that get pushed notifications. */
import * as v from 'valibot';
import { id, named, time } from '../../../shared/reference/answers.ts';

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
