import { SipFailure } from './failures.ts';
import { IncomingCall, type IncomingParts } from './incoming-call.ts';
import { openMedia, type PortRange } from './media.ts';
import { headerOf, type SipHeader, type SipRequest } from './message.ts';
import { parseSdpAnswer } from './sdp.ts';
import type { HostPort, WireEnds } from './wire.ts';

type Answer = [status: number, reason: string, ...headers: SipHeader[]];

/** The parts of a call that are the same for all callers. */
export type IncomingCommon = Omit<IncomingParts, 'invite' | 'from' | 'remote' | 'media' | 'server'>;

/** The calls that the program takes, at most `most` at once. */
export class IncomingCalls {
  readonly #calls = new Map<string, IncomingCall>();
  readonly #opening = new Set<string>();
  readonly #most: number;
  readonly #ports: PortRange;
  readonly #take: (call: IncomingCall) => void;

  constructor({ most, ports, take }: { most: number; ports: PortRange; take: (call: IncomingCall) => void }) {
    this.#most = most;
    this.#ports = ports;
    this.#take = take;
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
    if (this.#calls.size + this.#opening.size >= this.#most) return [486, 'Busy Here'];
    this.#opening.add(id);
    void this.#open({ ...common, invite: request, from, remote, server: ends.remote }, ends.local.address);
    return null;
  }

  async #open(parts: Omit<IncomingParts, 'media'>, address: string): Promise<void> {
    const { invite, from, transactions } = parts;
    const id = headerOf(invite, 'call-id');
    try {
      const call = new IncomingCall({ ...parts, media: await openMedia(address, this.#ports) });
      this.#calls.set(id, call);
      void call.ended.then(() => this.#calls.delete(id));
      this.#take(call);
    } catch (error) {
      if (!(error instanceof SipFailure)) throw error;
      transactions.respond(invite, from, { status: 503, reason: 'Service Unavailable', headers: [] });
    } finally {
      this.#opening.delete(id);
    }
  }
}
