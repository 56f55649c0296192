/** Numbered like the table in docs/delivery.md. */
export const invariants = {
  V1: 'A launched message has one row per frozen recipient: as many as the launch said, no address twice.',
  V2: 'After the fault nobody stays open: nothing is waiting, under way or to be tried again.',
  V3: 'Everybody reaches exactly one end state, by permitted steps only, and never under an older claim.',
  V4: 'Who counts as sent was taken by the provider, unless marked as unconfirmed; whom the provider took counts as sent, or is marked as possibly doubled.',
  V5: 'Second copies: at most the slots of the processes and connections that died plus what the provider took without a word; each such recipient is marked.',
  V6: 'Every copy to a recipient carries the same key, so that whoever honours it delivers one.',
  V7: 'Every launch that was confirmed exists, whole; no launch exists by half or twice.',
  V8: 'Nothing is sent after its deadline, nor to whom it was cancelled, skipped or expired for.',
  V9: 'The audit log is intact; every launch has one entry in the event log.',
  V10: 'No process of ours holds more than 400 MB, and (on a quiet machine) its event loop is late by at most 200 ms (p99).',
  V11: 'An answer that was acknowledged is there as it was given; nobody’s answer is there twice.',
} as const;

/** The number of an invariant. */
export type InvariantId = keyof typeof invariants;
