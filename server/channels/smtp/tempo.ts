/** How quick a mail server is, by its answers to whole mails. */
export interface Tempo {
  answered(milliseconds: number): void;
  /** It has been taking so long already. */
  answering(milliseconds: number): void;
  /** Whether a mail may wait behind another on a connection; not before the server has shown it. */
  isQuick(): boolean;
  /** How many mails a connection has at once: no more than it carries in a tenth of a second. */
  ahead(): number;
}

const quick = 100;

/** The most mails that are held for a connection, however quick its server is. */
export const mostAhead = 16;

const weight = 1 / 8;

/** Nothing is known of the server yet. */
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
