/** The speed of a mail server by its replies to whole mails. */
export interface Tempo {
  answered(milliseconds: number): void;
  /** The pending reply has taken this long so far. */
  answering(milliseconds: number): void;
  /** Returns whether mails may queue on a connection. */
  isQuick(): boolean;
  /** Returns the mails per connection: those of a tenth of a second. */
  ahead(): number;
}

const quick = 100;

/** The maximum number of mails queued on a connection. */
export const mostAhead = 32;

const weight = 1 / 8;

/** Creates a tempo without measurements. */
export function openTempo(): Tempo {
  let usual = Number.POSITIVE_INFINITY;
  return {
    answered(milliseconds) {
      usual = Number.isFinite(usual) ? usual + (milliseconds - usual) * weight : milliseconds;
    },
    answering(milliseconds) {
      if (Number.isFinite(usual)) usual = Math.max(usual, milliseconds);
    },
    isQuick: () => usual < quick,
    ahead: () => Math.max(1, Math.min(mostAhead, Math.floor(quick / Math.max(usual, 1)))),
  };
}
