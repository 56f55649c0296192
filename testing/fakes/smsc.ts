import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import smpp, { type Pdu, type PduFields, type Session } from 'smpp';

/** Accepted by the SMSC, decoded by the package. */
export interface Submitted {
  id: string;
  from: string;
  to: string;
  text: string;
  /** Reference, number of parts, and part number. */
  part: number[] | null;
  dataCoding: number;
  wantsReceipt: boolean;
  /** Validity in seconds; null leaves it to the SMSC. */
  validFor: number | null;
  /** Time of arrival in milliseconds since 1970. */
  at: number;
}

/** Misbehavior on submit_sm. */
export type Mood = { status: number } | 'silence' | 'cutBefore' | 'cutAfter' | null;

/** A fake SMS center for SMPP 3.4 that misbehaves on request. */
export interface FakeSmsc {
  port: number;
  taken: Submitted[];
  /** Received binds with their status. */
  binds: { command: string; status: number }[];
  /** Number of bound sessions. */
  bound(): number;
  /** Called for every submit_sm. */
  mood: (submitted: Submitted, before: number) => Mood;
  /** Formats an id in submit_sm_resp. */
  written: (id: string) => string;
  /** Called before each submit_sm_resp. */
  before: (submitted: Submitted) => Promise<void>;
  /** Status that rejects all binds, regardless of the password. */
  refuseBinds: number | null;
  /** Ignores enquire_link. */
  dead: boolean;
  /** Maximum number of concurrently unanswered submit_sm on a session. */
  unanswered: number;
  /** Sends a deliver_sm over one or all sessions; returns statuses. */
  deliver(fields: PduFields, everywhere?: boolean): Promise<number[]>;
  /** Sends a delivery receipt, as text or in TLVs. */
  report(id: string, stat: string, form?: 'text' | 'tlv'): Promise<number[]>;
  /** Sends a text from a phone. */
  write(from: string, text: string, more?: PduFields): Promise<number[]>;
  /** Cuts every connection. */
  cut(): void;
  stop(): Promise<void>;
}

interface Options {
  password?: string;
  /** Enables TLS with this key and certificate. */
  tls?: { key: string; cert: string };
  port?: number;
}

const states: Record<string, number> = { ENROUTE: 1, DELIVRD: 2, EXPIRED: 3, UNDELIV: 5, ACCEPTD: 6, REJECTD: 8 };

/** Starts an SMS center with the system_id `meldekette`. */
export async function startSmsc({ password = 'geheim', tls, port = 0 }: Options = {}): Promise<FakeSmsc> {
  const smsc = new Smsc(password);
  await smsc.listen(port, tls);
  return smsc;
}

class Smsc implements FakeSmsc {
  port = 0;
  readonly taken: Submitted[] = [];
  readonly binds: FakeSmsc['binds'] = [];
  mood: FakeSmsc['mood'] = () => null;
  written = (id: string) => id;
  before: FakeSmsc['before'] = async () => {};
  refuseBinds: number | null = null;
  dead = false;
  unanswered = 0;
  readonly #password: string;
  readonly #sessions = new Set<Session>();
  readonly #hearing = new Set<Session>();
  // a letter first, so that ids keep zeros
  readonly #run = `f${randomBytes(3).toString('hex')}`;
  #moods = 0;
  #server: ReturnType<typeof smpp.createServer> | undefined;

  constructor(password: string) {
    this.#password = password;
  }

  async listen(port: number, tls: Options['tls']): Promise<void> {
    const server = smpp.createServer(tls ?? {}, (session) => this.#open(session));
    this.#server = server;
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    this.port = (server.address() as AddressInfo).port;
  }

  bound(): number {
    return this.#hearing.size;
  }

  async deliver(fields: PduFields, everywhere = false): Promise<number[]> {
    const sessions = everywhere ? [...this.#hearing] : [...this.#hearing].slice(0, 1);
    return Promise.all(sessions.map((session) => bring(session, fields)));
  }

  report(id: string, stat: string, form: 'text' | 'tlv' = 'text'): Promise<number[]> {
    const text = `id:${id} sub:001 dlvrd:001 submit date:2611220410 done date:2611220411 stat:${stat} err:000 text:`;
    const fields =
      form === 'tlv'
        ? { receipted_message_id: id, message_state: states[stat] ?? 7 }
        : { short_message: Buffer.from(text) };
    return this.deliver({ source_addr: '4915100', destination_addr: '4930123', esm_class: 4, ...fields });
  }

  write(from: string, text: string, more: PduFields = {}): Promise<number[]> {
    return this.deliver({
      source_addr_ton: 1,
      source_addr_npi: 1,
      source_addr: from.replace('+', ''),
      destination_addr: '4930123',
      data_coding: 8,
      short_message: Buffer.from(text, 'utf16le').swap16(),
      ...more,
    });
  }

  cut(): void {
    for (const session of this.#sessions) session.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((done) => this.#server!.close(done));
  }

  #open(session: Session): void {
    const open = { n: 0 };
    this.#sessions.add(session);
    session.setMaxListeners(0); // one for each open deliver_sm
    session.on('error', () => session.destroy());
    session.on('close', () => {
      this.#sessions.delete(session);
      this.#hearing.delete(session);
    });
    session.on('pdu', (pdu: Pdu) => {
      if (pdu.isResponse()) return;
      if (pdu.command.startsWith('bind_')) this.#bind(session, pdu);
      else if (pdu.command === 'submit_sm') void this.#take(session, pdu, open);
      else if (pdu.command === 'enquire_link') this.dead || session.send(pdu.response());
      else if (pdu.command === 'unbind') session.send(pdu.response(), undefined, () => session.close());
      else session.send(pdu.response({ command_status: 3 }));
    });
  }

  #bind(session: Session, pdu: Pdu): void {
    const wrong = pdu['system_id'] !== 'meldekette' ? 0x0f : pdu['password'] === this.#password ? 0 : 0x0e;
    const status = this.refuseBinds ?? wrong;
    this.binds.push({ command: pdu.command, status });
    session.send(pdu.response(status ? { command_status: status } : { system_id: 'smsc' }));
    if (!status && pdu.command !== 'bind_transmitter') this.#hearing.add(session);
    if (status) session.close();
  }

  async #take(session: Session, pdu: Pdu, open: { n: number }): Promise<void> {
    this.unanswered = Math.max(this.unanswered, ++open.n);
    const submitted = read(pdu, `${this.#run}${this.taken.length}`);
    const mood = this.mood(submitted, this.#moods++);
    if (mood === 'cutBefore') return session.destroy();
    if (mood !== null && typeof mood === 'object') {
      open.n--;
      return void session.send(pdu.response({ command_status: mood.status }));
    }
    this.taken.push(submitted);
    if (mood === 'cutAfter') return session.destroy();
    await this.before(submitted);
    open.n--;
    if (mood !== 'silence') session.send(pdu.response({ message_id: this.written(submitted.id) }));
  }
}

/** Resolves with the response's status, or -1 after a close. */
const bring = (session: Session, fields: PduFields): Promise<number> =>
  new Promise((resolve) => {
    session.once('close', () => resolve(-1));
    session.send(new smpp.PDU('deliver_sm', fields), (answer) => resolve(answer.command_status));
  });

function read(pdu: Pdu, id: string): Submitted {
  const { udh, message } = pdu['short_message'] as { udh?: Buffer[]; message: string };
  return {
    id,
    from: String(pdu['source_addr']),
    to: `+${pdu['destination_addr']}`,
    text: message,
    part: udh ? [...udh[0]!.subarray(2)] : null,
    dataCoding: Number(pdu['data_coding']),
    wantsReceipt: pdu['registered_delivery'] === 1,
    validFor: pdu['validity_period'] ? Math.round((Number(pdu['validity_period']) - Date.now()) / 1000) : null,
    at: Date.now(),
  };
}
