import { SmppFailure } from './errors.ts';
import { type Binding, type Deliver, openLink, type SmppLink, type Smsc, type Waits } from './link.ts';

/** One session for both directions, or a transmitter and a receiver. */
export type Mode = 'transceiver' | 'separate';

interface Bound {
  sender: SmppLink;
  all: SmppLink[];
}

interface Binds {
  mode: Mode;
  waits: Waits;
  /** Without it, sessions bind only for sending. */
  deliver: Deliver | null;
  /** Ends every attempt to bind. */
  closing: AbortSignal;
}

const notHere = 0x64; // ESME_RX_T_APPN: repeat it, to a receiving session
const refuse: Deliver = async () => notHere;

/** One SMSC of a provider with its sessions: unbound, binding or bound. */
export class SmscSessions {
  readonly #smsc: Smsc;
  readonly #binds: Binds;
  #bound: Bound | null = null;
  #binding: Promise<Bound> | null = null;
  #success = Promise.withResolvers<void>();

  constructor(smsc: Smsc, binds: Binds) {
    this.#smsc = smsc;
    this.#binds = binds;
  }

  /** The sessions, while they take messages. */
  get bound(): Bound | null {
    return this.#bound?.sender.usable ? this.#bound : null;
  }

  get doubt(): Promise<void> | null {
    return this.#bound?.sender.doubt ?? null;
  }

  /** Resolves at the next successful bind. */
  get success(): Promise<void> {
    return this.#success.promise;
  }

  connect(): Promise<Bound> {
    this.#binding ??= this.#bind().finally(() => {
      this.#binding = null;
    });
    return this.#binding;
  }

  async close(): Promise<void> {
    await this.#binding?.catch(() => undefined);
    if (this.#bound) await closeAll(this.#bound);
  }

  async #bind(): Promise<Bound> {
    const made = await this.#open();
    if (this.#binds.closing.aborted) {
      await closeAll(made);
      throw new SmppFailure('unsent');
    }
    this.#bound = made;
    this.#success.resolve();
    this.#success = Promise.withResolvers();
    void Promise.race(made.all.map((link) => link.ended)).then(() => {
      if (this.#bound === made) this.#bound = null;
      return closeAll(made);
    });
    return made;
  }

  async #open(): Promise<Bound> {
    const { mode, waits, deliver, closing } = this.#binds;
    const open = (as: Binding) => openLink(this.#smsc, as, { waits, deliver: deliver ?? refuse, givenUp: closing });
    const sender = await open(mode === 'transceiver' ? 'transceiver' : 'transmitter');
    const all = [sender];
    try {
      if (mode === 'separate' && deliver) all.push(await open('receiver'));
    } catch (error) {
      await sender.close();
      throw error;
    }
    return { sender, all };
  }
}

const closeAll = async ({ all }: Bound): Promise<void> => void (await Promise.all(all.map((link) => link.close())));
