export interface Ticking {
  tick(): void;
}

/** The milliseconds of a packet. */
export const packetTime = 20;
/** The samples of a packet. */
export const packetSamples = 160;

const mostMissed = 10;

/** One timer for all calls. After a delay it sends at most 200 ms of packets. */
class RtpClock {
  readonly #streams = new Set<Ticking>();
  #timer: NodeJS.Timeout | undefined;
  #next = 0;

  add(stream: Ticking): void {
    this.#streams.add(stream);
    if (this.#timer) return;
    this.#next = performance.now() + packetTime;
    this.#timer = setTimeout(() => this.#turn(), packetTime);
  }

  remove(stream: Ticking): void {
    this.#streams.delete(stream);
    if (this.#streams.size) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #turn(): void {
    const now = performance.now();
    if (now - this.#next > mostMissed * packetTime) this.#next = now - mostMissed * packetTime;
    for (; this.#next <= now; this.#next += packetTime) for (const stream of [...this.#streams]) stream.tick();
    if (!this.#streams.size) return;
    this.#timer = setTimeout(() => this.#turn(), Math.max(1, this.#next - performance.now()));
  }
}

/** The clock of this process. */
export const rtpClock: Pick<RtpClock, 'add' | 'remove'> = new RtpClock();
