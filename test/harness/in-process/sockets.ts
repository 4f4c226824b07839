/** TCP connections of the Worker in this process (`cloudflare:sockets`). */
import { connect as connectTcp, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

interface Address {
  hostname: string;
  port: number;
}

interface SocketOptions {
  secureTransport?: 'on' | 'off' | 'starttls';
}

/** A connection as the platform gives it. */
export interface WorkerSocket {
  readable: ReadableStream;
  writable: WritableStream;
  opened: Promise<unknown>;
  closed: Promise<void>;
  startTls(): WorkerSocket;
  close(): Promise<void>;
}

/** Opens a connection. */
export function connect(
  { hostname, port }: Address,
  { secureTransport = 'off' }: SocketOptions = {},
): WorkerSocket {
  return secureTransport === 'on'
    ? wrapped(connectTls({ host: hostname, port, servername: hostname }), hostname, 'secureConnect')
    : wrapped(connectTcp({ host: hostname, port }), hostname, 'connect');
}

function wrapped(socket: Socket, hostname: string, ready: 'connect' | 'secureConnect'): WorkerSocket {
  const opened = new Promise((resolve, reject) => {
    socket.once(ready, resolve).once('error', reject);
  });
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  opened.catch(() => undefined);
  socket.on('error', () => undefined);
  let streams: ReturnType<typeof Duplex.toWeb> | undefined;
  // Made when they are asked for: a socket that is read cannot be handed to TLS.
  const web = (): ReturnType<typeof Duplex.toWeb> => (streams ??= Duplex.toWeb(socket));
  return {
    get readable() {
      return web().readable as unknown as ReadableStream;
    },
    get writable() {
      return web().writable as unknown as WritableStream;
    },
    opened,
    closed,
    startTls: () => wrapped(connectTls({ socket, servername: hostname }), hostname, 'secureConnect'),
    close: () => {
      socket.destroy();
      return closed;
    },
  };
}
