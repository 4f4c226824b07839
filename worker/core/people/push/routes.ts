/** The routes of browsers that get pushed notifications: `/companies/<uuid>/notifications/devices`. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { readCredentials } from '../../../shared/http/credentials.ts';
import { deviceName } from '../../../accounts/device-name.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { requirePublicAddress } from '../../../shared/http/public-addresses.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { write } from '../../engine/http/write.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { DeviceBody, DevicesBody } from './reference.ts';
import { addDevice, type DeviceRecord, devicesOf, removeDevice } from './devices.ts';
import { pushKeysOf } from './push.ts';
import { newDeviceSchema } from './schema.ts';

export const deviceRoutes = new Hono<CoreApp>();

/** Answers the deployment's public key (null without a secret), and the caller's browsers, oldest first. */
deviceRoutes.get('/', (c) => {
  const { OPERATOR_TOKEN: secret } = c.env;
  const devices = devicesOf(c.env.company.database, requireUserId(c)).map(deviceBody);
  const publicKey = secret === undefined ? null : pushKeysOf(secret).publicKey;
  return c.json({ public_key: publicKey, devices } satisfies DevicesBody);
});

/** Pushes the caller's notifications to a browser, until the session ends: `{endpoint, keys, name?}`. */
deviceRoutes.post('/', (c) => {
  const userId = requireUserId(c);
  const name = deviceName(c.req.header('User-Agent') ?? '');
  const tokenHash = sha256Hex(readCredentials(c.req.header('Authorization')).secret);
  return write(c, {
    body: newDeviceSchema,
    change: (context, input) => {
      requirePublicAddress(input.endpoint, '/endpoint', addressRules(c.env));
      return {
        body: deviceBody(addDevice(context, { userId, tokenHash }, { ...input, name: input.name || name })),
      };
    },
  });
});

/** Pushes nothing more to a browser. */
deviceRoutes.post('/:device/remove', (c) => {
  const userId = requireUserId(c);
  return write(c, {
    room: 'reserve',
    change: ({ database }) => {
      if (!removeDevice(database, userId, c.req.param('device'))) throw notFound();
      return { body: { status: 'success' } };
    },
  });
});

function requireUserId(c: Context<CoreApp>): string {
  const actor = c.get('actor');
  if (actor.kind === 'user') return actor.user.userId;
  throw new Problem('permission_denied', 'Use the access token of a user, not an API key.');
}

function deviceBody({ deviceId, name, createdTime }: DeviceRecord): DeviceBody {
  return { device_id: deviceId, name, created_time: writeMoment(createdTime) };
}
