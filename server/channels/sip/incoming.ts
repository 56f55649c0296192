import { IncomingCall, type IncomingParts } from './incoming-call.ts';
import { openMedia, type PortRange } from './media.ts';
import { headerOf, type SipHeader, type SipRequest } from './message.ts';
import { parseSdpAnswer } from './sdp.ts';
import type { HostPort, WireEnds } from './wire.ts';

type Answer = [status: number, reason: string, ...headers: SipHeader[]];

/** The parts of a call that are the same for all callers. */
export type IncomingCommon = Omit<IncomingParts, 'invite' | 'from' | 'remote' | 'media' | 'server'>;

/** How calls are taken. */
export interface TakesCalls {
  /** Whether calls are taken now; otherwise another contact of the extension may take them. */
  isOpen(): boolean;
  /** Takes a place among the calls at once; returns what frees it, or null without a free one. */
  takePlace(): (() => void) | null;
  /** Talks to a caller; resolves when nothing is left to do, which may be after the end of the call. */
  take(call: IncomingCall): Promise<void>;
}

/** The calls that the program takes. */
export class IncomingCalls {
  readonly #calls = new Map<string, IncomingCall>();
  readonly #opening = new Set<string>();
  readonly #wanted: TakesCalls & { ports: PortRange };

  constructor(wanted: TakesCalls & { ports: PortRange }) {
    this.#wanted = wanted;
  }

  /** Whether a call is running or beginning. */
  get isBusy(): boolean {
    return this.#calls.size + this.#opening.size > 0;
  }

  get(id: string): IncomingCall | undefined {
    return this.#calls.get(id);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#calls.values()].map((call) => call.abandon()));
  }

  /** Takes the request of a caller, a repeated one, or its CANCEL; returns the response to send, or null. */
  receive(common: IncomingCommon, ends: WireEnds, request: SipRequest, from: HostPort): Answer | null {
    const id = headerOf(request, 'call-id');
    const known = this.#calls.get(id);
    if (request.method === 'CANCEL') {
      if (!known?.isAbout(request)) return [481, 'Call/Transaction Does Not Exist'];
      known.remoteCancelled();
      return [200, 'OK'];
    }
    if (known?.isAbout(request)) known.ring();
    else if (known) return [482, 'Loop Detected'];
    if (known || this.#opening.has(id)) return null;
    const needs = headerOf(request, 'require');
    if (needs) return [420, 'Bad Extension', ['unsupported', needs]];
    const remote = parseSdpAnswer(request.body, from.address);
    if (!remote) return [488, 'Not Acceptable Here'];
    if (!this.#wanted.isOpen()) return [480, 'Temporarily Unavailable'];
    const leave = this.#wanted.takePlace();
    if (!leave) return [486, 'Busy Here'];
    this.#opening.add(id);
    const parts = { ...common, invite: request, from, remote, server: ends.remote };
    void this.#open(parts, ends.local.address).finally(leave);
    return null;
  }

  async #open(parts: Omit<IncomingParts, 'media'>, address: string): Promise<void> {
    const { invite, from, transactions } = parts;
    const id = headerOf(invite, 'call-id');
    let call: IncomingCall;
    try {
      call = new IncomingCall({ ...parts, media: await openMedia(address, this.#wanted.ports) });
      this.#calls.set(id, call);
      void call.ended.then(() => this.#calls.delete(id));
    } catch {
      // a caller must never end the worker
      transactions.respond(invite, from, { status: 503, reason: 'Service Unavailable', headers: [] });
      return;
    } finally {
      this.#opening.delete(id);
    }
    await this.#wanted.take(call);
  }
}
