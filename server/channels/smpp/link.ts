import { isIP, type Socket } from 'node:net';
import { SmppFailure } from './errors.ts';
import {
  commands,
  type DeliverSm,
  decodeDelivery,
  decodeMessageId,
  emptyMessageId,
  encodeBind,
  encodeSubmission,
  genericNack,
  type Pdu,
  responseTo,
  type Submission,
} from './pdu.ts';
import { PduStream } from './stream.ts';

export interface Smsc {
  host: string;
  port: number;
  tls: boolean;
  verify: boolean;
  systemId: string;
  password: string;
  systemType: string;
}

/** Waits in milliseconds; tests use shorter ones. */
export interface Waits {
  bind: number;
  /** For any other response. */
  answer: number;
  /** Between two enquire_link. */
  enquire: number;
  /** Before resubmitting a throttled text; doubles each time. */
  throttled: number;
  /** Shortest and longest wait before a reconnection. */
  again: readonly [number, number];
}

/** The kind of a session's bind. */
export type Binding = 'transceiver' | 'transmitter' | 'receiver';

/** A bound session. */
export interface SmppLink {
  readonly usable: boolean;
  /** Set while the SMSC may be gone: resolves when that is clear. */
  readonly doubt: Promise<void> | null;
  /** Resolves to the message's id; throws SmppFailure. */
  submit(fields: Submission): Promise<string>;
  /** Resolves at the end of the session, on either side. */
  readonly ended: Promise<void>;
  /** Waits for pending responses, unbinds, and ends the session after a timeout. */
  close(): Promise<void>;
}

export type Deliver = (delivery: DeliverSm) => Promise<number>;

const invalidCommand = 0x03;
const lookTimeout = 3_000;

const empty: Buffer = Buffer.alloc(0);
const requests: ReadonlySet<number> = new Set(Object.values(commands));

/** Connects and binds unless aborted; throws SmppFailure. */
export async function openLink(
  smsc: Smsc,
  binding: Binding,
  { waits, deliver, givenUp }: { waits: Waits; deliver: Deliver; givenUp: AbortSignal },
): Promise<SmppLink> {
  const link = new SessionLink(addressOf(smsc), waits, deliver);
  const { socket } = link;
  const giveUp = () => socket.destroy();
  givenUp.addEventListener('abort', giveUp);
  try {
    if (givenUp.aborted) throw new SmppFailure('unsent');
    await connected(socket, smsc.tls ? 'secureConnect' : 'connect', waits.bind);
    const answer = await link.ask(commands[`bind_${binding}`], bindBody(smsc), waits.bind).catch((cause: Error) => {
      throw new SmppFailure('connect', 0, { cause });
    });
    if (answer.status) throw new SmppFailure('bind', answer.status);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    givenUp.removeEventListener('abort', giveUp);
  }
  link.watch();
  return link;
}

const addressOf = ({ host, port, tls, verify }: Smsc) => ({
  host,
  port,
  tls,
  ...(tls ? { rejectUnauthorized: verify, minVersion: 'TLSv1.2' as const } : {}),
  ...(tls && !isIP(host) ? { servername: host } : {}),
});

const bindBody = ({ systemId, password, systemType }: Smsc): Buffer =>
  encodeBind({ system_id: systemId, password, system_type: systemType, interface_version: 0x34 });

function connected(socket: Socket, event: string, longest: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error & { code?: string }) => {
      clearTimeout(timer);
      const tls = /CERT|SIGNATURE|ISSUER|ALTNAME|ERR_TLS|ERR_SSL|SELF_SIGNED/.test(cause.code ?? '');
      reject(new SmppFailure(tls ? 'tls' : 'connect', 0, { cause }));
    };
    const timer = setTimeout(() => failed(new Error('no connection in time')), longest);
    socket.once('error', failed);
    socket.once('close', () => failed(new Error('connection closed')));
    socket.once(event, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

class SessionLink implements SmppLink {
  readonly socket: Socket;
  readonly #stream: PduStream;
  readonly #waits: Waits;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #submitted = new Set<Promise<unknown>>();
  readonly #end = Promise.withResolvers<void>();
  #usable = true;
  #enquiring: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;
  #doubt: Promise<void> | null = null;

  constructor(address: ReturnType<typeof addressOf>, waits: Waits, deliver: Deliver) {
    this.#waits = waits;
    this.#stream = new PduStream(address, (request) => {
      if (request.command === commands.unbind) this.#usable = false;
      void answer(this.#stream, request, deliver);
    });
    this.socket = this.#stream.socket;
    this.socket.on('close', () => this.#over());
  }

  get usable(): boolean {
    return this.#usable && !this.#doubt && this.socket.writable;
  }

  get doubt(): Promise<void> | null {
    return this.#doubt;
  }

  get ended(): Promise<void> {
    return this.#end.promise;
  }

  ask(command: number, body: Buffer, longest: number): Promise<Pdu> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.#waiting.delete(failed);
      };
      const failed = (error: Error) => {
        settle();
        forget?.();
        reject(error);
      };
      const timer = setTimeout(() => failed(new SmppFailure('untold')), longest);
      this.#waiting.add(failed);
      const forget = this.#stream.ask(command, body, (response) => {
        settle();
        resolve(response);
      });
      if (!forget) failed(new SmppFailure('unsent'));
    });
  }

  /** Starts checking the SMSC periodically. */
  watch(): void {
    this.#enquiring = setInterval(() => {
      this.ask(commands.enquire_link, empty, this.#waits.answer).catch(() => this.socket.destroy());
    }, this.#waits.enquire);
    this.#enquiring.unref();
  }

  async submit(fields: Submission): Promise<string> {
    const asked = this.ask(commands.submit_sm, encodeSubmission(fields), this.#waits.answer);
    this.#submitted.add(asked);
    const answered = await asked
      .catch((error: unknown) => {
        if (this.socket.writable) this.#look();
        throw error;
      })
      .finally(() => this.#submitted.delete(asked));
    if (answered.status) throw new SmppFailure('refused', answered.status);
    if (answered.command !== responseTo(commands.submit_sm)) throw new SmppFailure('untold');
    return decodeMessageId(answered.body);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #over(): void {
    this.#usable = false;
    clearInterval(this.#enquiring);
    for (const fail of this.#waiting) fail(new SmppFailure('untold'));
    this.#end.resolve();
  }

  /** Checks the connection before the next text, if one got no response. */
  #look(): void {
    this.#doubt ??= this.ask(commands.enquire_link, empty, Math.min(this.#waits.answer, lookTimeout))
      .then(
        () => undefined,
        () => void this.socket.destroy(),
      )
      .finally(() => {
        this.#doubt = null;
      });
  }

  async #close(): Promise<void> {
    if (!this.#usable) return void this.socket.destroy();
    this.#usable = false;
    await Promise.allSettled(this.#submitted);
    await this.ask(commands.unbind, empty, Math.min(this.#waits.answer, 1000)).catch(() => undefined);
    this.socket.end();
    setTimeout(() => this.socket.destroy(), 1000).unref();
  }
}

async function answer(stream: PduStream, request: Pdu, deliver: Deliver): Promise<void> {
  const { command, sequence } = request;
  const respond = (status: number, body = empty, to = responseTo(command)) =>
    stream.respond({ command: to, status, sequence, body: status ? empty : body });
  if (command === commands.alert_notification || command === commands.outbind) return;
  if (command === commands.deliver_sm) respond(await deliver(decodeDelivery(request.body)), emptyMessageId);
  else if (command === commands.enquire_link) respond(0);
  else if (command === commands.unbind) {
    respond(0);
    stream.socket.end();
  } else respond(invalidCommand, empty, requests.has(command) ? responseTo(command) : genericNack);
}
