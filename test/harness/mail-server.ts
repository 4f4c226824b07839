/** A mail server on this machine, which reads what arrives as another mail program does. */
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A message that arrived, and how. */
export interface ArrivedMail {
  mail: ParsedMail;
  /** As it came, without the dots of the protocol. */
  raw: string;
  from: string;
  to: string[];
  isSecure: boolean;
  /** Who signed in; undefined if nobody did. */
  user: string | undefined;
}

export interface MailServer {
  port: number;
  arrived: ArrivedMail[];
  /** The connections so far. */
  connections: number;
  /** Decides what happens to a message once it came whole: an error refuses it, `gone` closes the connection without an answer. */
  answer: (mail: ArrivedMail) => Error | 'gone' | undefined;
  close(): Promise<void>;
}

/** Starts a server without TLS and without sign-in, unless the options say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const connections = new Map<string, { destroy(): void }>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    ...options,
    onConnect: (session, callback) => {
      started.connections += 1;
      if (options.onConnect === undefined) callback();
      else options.onConnect.call(server, session, callback);
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void (async () => {
          const raw = Buffer.concat(chunks).toString('latin1');
          const { mailFrom, rcptTo } = session.envelope;
          const arrived: ArrivedMail = {
            mail: await simpleParser(Buffer.concat(chunks)),
            raw,
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            isSecure: session.secure,
            user: session.user,
          };
          started.arrived.push(arrived);
          const answer = started.answer(arrived);
          if (answer === 'gone') for (const connection of connections.values()) connection.destroy();
          else callback(answer);
        })();
      });
    },
  });
  server.server.on('connection', (socket) => {
    const id = crypto.randomUUID();
    connections.set(id, socket);
    socket.on('close', () => connections.delete(id));
    socket.on('error', () => undefined);
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const started: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    arrived: [],
    connections: 0,
    answer: () => undefined,
    close: () => {
      for (const connection of connections.values()) connection.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return started;
}
