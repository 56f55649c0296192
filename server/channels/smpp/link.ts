import { isIP } from 'node:net';
import smpp, { type Pdu, type PduFields, type Session } from 'smpp';
import { SmppFailure } from './errors.ts';

/** An SMSC's address and the account that binds to it. */
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
  /** For a connection and the response to a bind. */
  bind: number;
  /** For any other response. */
  answer: number;
  /** Between two enquire_link. */
  enquire: number;
  /** Before resubmitting a throttled text, doubled each time. */
  throttled: number;
  /** Shortest and longest wait before a reconnection. */
  again: readonly [number, number];
}

/** The kind of a session's bind. */
export type Binding = 'transceiver' | 'transmitter' | 'receiver';

/** A bound session. */
export interface SmppLink {
  readonly usable: boolean;
  /** Set while a text is unanswered and the SMSC may be gone: resolves when the session is usable again or has ended. */
  readonly doubt: Promise<void> | null;
  /** Resolves to the message's id; throws SmppFailure. */
  submit(fields: PduFields): Promise<string>;
  /** Resolves at the end of the session, on either side. */
  readonly ended: Promise<void>;
  /** Accepts nothing new, waits for pending responses, unbinds, and ends the session after a timeout. */
  close(): Promise<void>;
}

/** Processes a deliver_sm; resolves to the response's status. */
export type Deliver = (pdu: Pdu) => Promise<number>;

const invalidCommand = 0x03;
const lookTimeout = 3_000;

// Raw octets: text.ts decides the alphabet, and receipts aren't text in it.
const { deliver_sm: deliverSm } = smpp.commands;
const { short_message: shortMessage } = deliverSm!.params as { short_message: { type: object } };
smpp.addCommand('deliver_sm', {
  id: deliverSm!.id,
  params: { ...deliverSm!.params, short_message: { type: shortMessage.type } },
});
smpp.addTLV('message_payload', { id: smpp.tlvs['message_payload']!.id, type: smpp.tlvs['message_payload']!.type });

/** Connects and binds unless aborted; throws SmppFailure. */
export async function openLink(
  smsc: Smsc,
  binding: Binding,
  { waits, deliver, givenUp }: { waits: Waits; deliver: Deliver; givenUp: AbortSignal },
): Promise<SmppLink> {
  const session = smpp.connect({
    host: smsc.host,
    port: smsc.port,
    tls: smsc.tls,
    ...(smsc.tls ? { rejectUnauthorized: smsc.verify, minVersion: 'TLSv1.2' as const } : {}),
    ...(smsc.tls && !isIP(smsc.host) ? { servername: smsc.host } : {}),
  });
  const link = new SessionLink(session, waits, deliver);
  const giveUp = () => session.destroy();
  givenUp.addEventListener('abort', giveUp);
  try {
    if (givenUp.aborted) throw new SmppFailure('unsent');
    await connected(session, smsc.tls ? 'secureConnect' : 'connect', waits.bind);
    const answer = await link.ask(`bind_${binding}`, bindFields(smsc), waits.bind).catch((cause: Error) => {
      throw new SmppFailure('connect', 0, { cause });
    });
    if (answer.command_status) throw new SmppFailure('bind', answer.command_status);
  } catch (error) {
    session.destroy();
    throw error;
  } finally {
    givenUp.removeEventListener('abort', giveUp);
  }
  link.watch();
  return link;
}

const bindFields = ({ systemId, password, systemType }: Smsc): PduFields => ({
  system_id: systemId,
  password,
  system_type: systemType,
  interface_version: 0x34,
});

function connected(session: Session, event: string, longest: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error & { code?: string }) => {
      clearTimeout(timer);
      const tls = /CERT|SIGNATURE|ISSUER|ALTNAME|ERR_TLS|ERR_SSL|SELF_SIGNED/.test(cause.code ?? '');
      reject(new SmppFailure(tls ? 'tls' : 'connect', 0, { cause }));
    };
    const timer = setTimeout(() => failed(new Error('no connection in time')), longest);
    session.once('error', failed);
    session.once('close', () => failed(new Error('connection closed')));
    session.once(event, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

class SessionLink implements SmppLink {
  readonly #session: Session;
  readonly #waits: Waits;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #submitted = new Set<Promise<unknown>>();
  readonly #end = Promise.withResolvers<void>();
  #usable = true;
  #enquiring: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;
  #doubt: Promise<void> | null = null;

  constructor(session: Session, waits: Waits, deliver: Deliver) {
    this.#session = session;
    this.#waits = waits;
    session.on('close', () => this.#over());
    session.on('error', () => session.destroy()); // after unreadable data, the stream has no known position
    session.on('pdu', (pdu: Pdu) => {
      if (pdu.command === 'unbind') this.#usable = false;
      void answer(session, pdu, deliver);
    });
  }

  get usable(): boolean {
    return this.#usable && !this.#doubt && this.#session.socket.writable;
  }

  get doubt(): Promise<void> | null {
    return this.#doubt;
  }

  get ended(): Promise<void> {
    return this.#end.promise;
  }

  ask(command: string, fields: PduFields, longest: number): Promise<Pdu> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.#waiting.delete(failed);
      };
      const failed = (error: Error) => {
        settle();
        reject(error);
      };
      const timer = setTimeout(() => failed(new SmppFailure('untold')), longest);
      this.#waiting.add(failed);
      const written = this.#session.send(new smpp.PDU(command, fields), (response) => {
        settle();
        resolve(response);
      });
      if (!written) failed(new SmppFailure('unsent'));
    });
  }

  /** Starts checking the SMSC periodically. */
  watch(): void {
    this.#enquiring = setInterval(() => {
      this.ask('enquire_link', {}, this.#waits.answer).catch(() => this.#session.destroy());
    }, this.#waits.enquire);
    this.#enquiring.unref();
  }

  async submit(fields: PduFields): Promise<string> {
    const asked = this.ask('submit_sm', fields, this.#waits.answer);
    this.#submitted.add(asked);
    const answered = await asked
      .catch((error: unknown) => {
        if (this.#session.socket.writable) this.#look();
        throw error;
      })
      .finally(() => this.#submitted.delete(asked));
    const { command, command_status: status, message_id: id } = answered;
    if (status) throw new SmppFailure('refused', status);
    if (command !== 'submit_sm_resp') throw new SmppFailure('untold');
    return String(id ?? '');
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

  /** A text without a response may be the SMSC's fault or a dead connection: checks that before the next text. */
  #look(): void {
    this.#doubt ??= this.ask('enquire_link', {}, Math.min(this.#waits.answer, lookTimeout))
      .then(
        () => undefined,
        () => this.#session.destroy(),
      )
      .finally(() => {
        this.#doubt = null;
      });
  }

  async #close(): Promise<void> {
    if (!this.#usable) return this.#session.destroy();
    this.#usable = false;
    await Promise.allSettled(this.#submitted);
    await this.ask('unbind', {}, Math.min(this.#waits.answer, 1000)).catch(() => undefined);
    this.#session.close();
    setTimeout(() => this.#session.destroy(), 1000).unref();
  }
}

async function answer(session: Session, pdu: Pdu, deliver: Deliver): Promise<void> {
  const { command } = pdu;
  if (pdu.isResponse() || command === 'alert_notification' || command === 'outbind') return;
  if (command === 'deliver_sm') {
    const status = await deliver(pdu);
    session.send(pdu.response(status ? { command_status: status } : { message_id: '' }));
  } else if (command === 'unbind') session.send(pdu.response(), undefined, () => session.close());
  else session.send(pdu.response(command === 'enquire_link' ? {} : { command_status: invalidCommand }));
}
