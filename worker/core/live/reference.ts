/** Reference of the socket of open consoles. */
import { operationsOf, type Operation } from '../../shared/reference/operation.ts';

const changes = operationsOf('Changes', 'user');

export const LIVE_OPERATIONS: readonly Operation[] = [
  changes({
    name: 'openLiveSocket',
    method: 'GET',
    path: '/companies/{company}/live',
    summary: 'Open a WebSocket that says at once what has changed',
    description:
      'Messages are JSON. `{"type":"hello","sequence":…,"time":…,"now":…}` comes first, with the newest position of the stream, its time, and the time now, in milliseconds. `{"type":"changes","after":…,"sequence":…,"time":…,"now":…,"changes":[{"kind":"lead","id":…}]}` names what changed after position `after` of the stream, at most four times a second: `lead`, `call`, `text`, `user`, `settings`, `record` or `notification`, only what the caller may see, and without an id if it is too much or out of their sight now. Read the named records again; after a gap in the positions, read everything again. Send `{"lead_id":…}` to get `{"type":"present","lead_id":…,"people":[…]}`, the people who have the lead open, and null when you close it. The text `ping` is answered with `pong`; send it every 30 seconds. The socket closes with 4001 when the session ends, 4003 when the rights change, 4004 when the caller opens more than 20, 1008 after a wrong message.',
    answer: null,
    isSocket: true,
    golden: 'stream/live',
    problems: ['upgrade_required'],
  }),
];
