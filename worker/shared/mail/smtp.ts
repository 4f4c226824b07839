/**
 * Sends an e-mail message to a server by SMTP (RFC 5321) with TLS: from the start (465) or after STARTTLS (587, RFC 3207).
 * Without TLS nothing is sent, unless the deployment allows private addresses.
 */
import { isBounce, type Reply } from './bounces.ts';
import { oneLine } from './mime.ts';

/** Longest wait for a reply, and for the whole conversation. */
const REPLY_MS = 20_000;
const CONVERSATION_MS = 60_000;
/** Longest reply. */
const MAX_REPLY = 16_384;
/** Longest part of a reply in an error. */
const MAX_DETAIL = 200;

/** The server in `SMTP_URL`. */
export interface SmtpServer {
  host: string;
  port: number;
  /** Whether the connection begins with TLS. */
  isImplicit: boolean;
  credentials: { user: string; password: string } | undefined;
  /** Allows a server without TLS, which then gets no credentials. */
  mayBePlain: boolean;
}

/** The envelope and the message. */
export interface SmtpMessage {
  from: string;
  to: string;
  /** With CRLF line ends. */
  data: string;
}

/**
 * What became of a message. `bounced`: the server says that the address does not exist. `isUnsure`: the message was sent
 * whole, and the server's last answer did not come.
 */
export type SmtpOutcome =
  | { outcome: 'sent' }
  | { outcome: 'bounced'; detail: string }
  | { outcome: 'failed'; detail: string; isUnsure: boolean };

/** A failure of the conversation that is no refusal of the address. */
class SmtpFailure extends Error {
  readonly isUnsure: boolean;
  constructor(detail: string, isUnsure = false) {
    super(detail);
    this.isUnsure = isUnsure;
  }
}

/** Sends one message. Ends within a minute. Does not throw. */
export async function sendBySmtp(server: SmtpServer, message: SmtpMessage): Promise<SmtpOutcome> {
  if (!isWritable(message.to)) {
    return { outcome: 'bounced', detail: 'The address cannot be written in an SMTP command.' };
  }
  if (!isWritable(message.from)) {
    const detail = 'The sender’s address cannot be written in an SMTP command.';
    return { outcome: 'failed', detail, isUnsure: false };
  }
  // Loaded on first use, since the tests read the features of the core without the runtime that has it.
  const { connect } = await import('cloudflare:sockets');
  const connection = new Connection(server, connect);
  try {
    return await talk(connection, server, message);
  } catch (error) {
    const isUnsure = error instanceof SmtpFailure ? error.isUnsure : connection.isDataSent;
    const detail = error instanceof SmtpFailure ? error.message : 'The mail server closed the connection.';
    return { outcome: 'failed', detail, isUnsure: isUnsure || connection.isDataSent };
  } finally {
    await connection.close();
  }
}

async function talk(connection: Connection, server: SmtpServer, message: SmtpMessage): Promise<SmtpOutcome> {
  expect(await connection.reply(), 220);
  let extensions = await greet(connection, message);
  if (!server.isImplicit) {
    if (extensions.has('STARTTLS')) {
      expect(await connection.ask('STARTTLS'), 220);
      connection.startTls();
      extensions = await greet(connection, message);
    } else if (!server.mayBePlain) {
      throw new SmtpFailure('The mail server offers no STARTTLS, so nothing was sent.');
    }
  }
  if (server.credentials !== undefined) await signIn(connection, extensions, server.credentials);
  const needsUtf8 = isInternational(message.from) || isInternational(message.to);
  if (needsUtf8 && !extensions.has('SMTPUTF8')) {
    const detail = 'The mail server takes no address with other letters than ASCII.';
    if (isInternational(message.from)) throw new SmtpFailure(detail);
    return { outcome: 'bounced', detail };
  }
  expect(await connection.ask(`MAIL FROM:<${message.from}>${needsUtf8 ? ' SMTPUTF8' : ''}`), 250);
  const taken = await connection.ask(`RCPT TO:<${message.to}>`);
  if (isBounce(taken)) return { outcome: 'bounced', detail: textOf(taken) };
  expect(taken, 250, 251);
  expect(await connection.ask('DATA'), 354);
  expect(await connection.sendData(message.data), 250);
  connection.say('QUIT');
  return { outcome: 'sent' };
}

/** Says hello. @returns the extensions of the server, with their parameters */
async function greet(connection: Connection, { from }: SmtpMessage): Promise<Map<string, string>> {
  const reply = await connection.ask(`EHLO ${from.slice(from.lastIndexOf('@') + 1)}`);
  expect(reply, 250);
  return new Map(
    reply.lines.slice(1).map((line) => {
      const [name = '', ...parameters] = line.trim().toUpperCase().split(/[ =]/);
      return [name, parameters.join(' ')];
    }),
  );
}

/** Signs in with PLAIN (RFC 4616) or LOGIN, only inside TLS. */
async function signIn(
  connection: Connection,
  extensions: ReadonlyMap<string, string>,
  { user, password }: { user: string; password: string },
): Promise<void> {
  if (!connection.isEncrypted) throw new SmtpFailure('The credentials are not sent without TLS.');
  const ways = (extensions.get('AUTH') ?? '').split(' ');
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  if (ways.includes('PLAIN')) {
    expect(await connection.ask(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`), 235);
  } else if (ways.includes('LOGIN')) {
    expect(await connection.ask('AUTH LOGIN'), 334);
    expect(await connection.ask(base64(user)), 334);
    expect(await connection.ask(base64(password)), 235);
  } else throw new SmtpFailure('The mail server offers no way to sign in that is known here.');
}

function isWritable(address: string): boolean {
  return /^[^\s<>@\p{Cc}]+@[^\s<>\p{Cc}]+$/u.test(address);
}

function isInternational(address: string): boolean {
  return /[^ -~]/.test(address);
}

function expect(reply: Reply, ...codes: readonly number[]): void {
  if (!codes.includes(reply.code)) throw new SmtpFailure(`The mail server answered ${textOf(reply)}`);
}

function textOf({ code, lines }: Reply): string {
  return oneLine(`${code} ${lines.join(' ')}`).slice(0, MAX_DETAIL);
}

/** A connection that reads whole replies within their time. */
class Connection {
  #socket: Socket;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  #unread = '';
  #decoder = new TextDecoder();
  readonly #end = Date.now() + CONVERSATION_MS;
  isEncrypted: boolean;
  /** Whether the whole message was sent. */
  isDataSent = false;

  constructor(
    { host: hostname, port, isImplicit }: SmtpServer,
    connect: (address: SocketAddress, options: SocketOptions) => Socket,
  ) {
    const secureTransport = isImplicit ? 'on' : 'starttls';
    this.#socket = connect({ hostname, port }, { secureTransport, allowHalfOpen: false });
    // A failure shows at the next read or write; without this the runtime would log it once more.
    this.#socket.closed.catch(() => undefined);
    this.#socket.opened.catch(() => undefined);
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
    this.isEncrypted = isImplicit;
  }

  /** Encrypts the connection. What the server sent before is dropped, since anybody may have written it (CVE-2011-0411). */
  startTls(): void {
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    this.#socket = this.#socket.startTls();
    this.#socket.closed.catch(() => undefined);
    this.#socket.opened.catch(() => undefined);
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
    this.#unread = '';
    this.#decoder = new TextDecoder();
    this.isEncrypted = true;
  }

  async ask(command: string): Promise<Reply> {
    await this.within(this.#writer.write(Buffer.from(`${command}\r\n`)));
    return this.reply();
  }

  /** Writes a command without waiting. */
  say(command: string): void {
    this.#writer.write(Buffer.from(`${command}\r\n`)).catch(() => undefined);
  }

  /** Sends the message, dots doubled (RFC 5321, 4.5.2), and reads the reply to its end. */
  async sendData(data: string): Promise<Reply> {
    const stuffed = data.replaceAll(/^\./gm, '..');
    await this.within(this.#writer.write(Buffer.from(`${stuffed}${stuffed.endsWith('\r\n') ? '' : '\r\n'}`)));
    this.isDataSent = true;
    const reply = await this.ask('.');
    this.isDataSent = false;
    return reply;
  }

  async reply(): Promise<Reply> {
    for (;;) {
      const found = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/.exec(this.#unread)?.[0];
      if (found !== undefined) {
        this.#unread = this.#unread.slice(found.length);
        const lines = found.trimEnd().split(/\r?\n/);
        return { code: Number(found.slice(0, 3)), lines: lines.map((line) => line.slice(4)) };
      }
      if (this.#unread.length > MAX_REPLY || /^(?!\d{3})[^\n]*\n/.test(this.#unread)) {
        throw new SmtpFailure('The mail server answered something that is not SMTP.');
      }
      const { value, done } = await this.within(this.#reader.read());
      if (done) throw new SmtpFailure('The mail server closed the connection.');
      this.#unread += this.#decoder.decode(value, { stream: true });
    }
  }

  /** Waits for a step, within its time and that of the conversation. */
  async within<Result>(step: Promise<Result>): Promise<Result> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const wait = Math.max(0, Math.min(REPLY_MS, this.#end - Date.now()));
      timer = setTimeout(() => reject(new SmtpFailure('The mail server did not answer in time.')), wait);
    });
    try {
      return await Promise.race([step, late]);
    } finally {
      clearTimeout(timer);
      step.catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.#socket.close().catch(() => undefined);
  }
}
