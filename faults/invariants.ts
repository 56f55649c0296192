/** Numbered like the table in docs/delivery.md. */
export const invariants = {
  V1: 'A launched message has one row per frozen recipient: as many as the launch reported, no address twice.',
  V2: 'After the fault no recipient stays open: none waits, is being sent or is due for a retry.',
  V3: 'Each recipient reaches exactly one final state, by permitted transitions only, and never under an older claim.',
  V4: 'The provider accepted each recipient that counts as sent, unless it is marked as unconfirmed. Each recipient that the provider accepted counts as sent or is marked as possibly duplicated.',
  V5: 'Duplicates: at most the send slots of the processes and connections that died, plus the messages that the provider accepted without a response. Each such recipient is marked.',
  V6: 'Each copy to a recipient carries the same key, so that a provider that honours it delivers one.',
  V7: 'Each confirmed launch exists completely. No launch exists in part or twice.',
  V8: 'Nothing is sent after its deadline, or to recipients that were cancelled, skipped or expired.',
  V9: 'The audit log is intact. Each launch has one entry in the event log.',
  V10: 'No process of Meldekette uses more than 400 MB. On a quiet machine its event-loop delay is at most 200 ms (p99).',
  V11: 'Each acknowledged answer is stored unchanged. No answer is stored twice.',
} as const;

/** The number of an invariant. */
export type InvariantId = keyof typeof invariants;
