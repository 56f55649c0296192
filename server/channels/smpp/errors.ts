import { DeliveryError } from '#server/channels/channel.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import { statusNames } from './status-names.ts';

/** No connection, no bind, a refusal, or no response to a submission, which may be accepted. */
export class SmppFailure extends Error {
  readonly stage: 'connect' | 'tls' | 'bind' | 'refused' | 'unsent' | 'untold';
  readonly status: number;
  constructor(stage: SmppFailure['stage'], status = 0, options?: ErrorOptions) {
    super(status ? `${stage}: ${statusName(status)}` : stage, options);
    this.stage = stage;
    this.status = status;
  }
  /** The SMSC requires fewer parallel messages. */
  get throttled(): boolean {
    return this.stage === 'refused' && (this.status === 0x58 || this.status === 0x14);
  }
}

export const statusName = (status: number): string =>
  [statusNames.get(status), `0x${status.toString(16).padStart(2, '0')}`].filter(Boolean).join(' ');

/** The provider's judgement of a status. */
export type Judgement = 'temporary' | 'permanent' | 'channel';

type Verdict = [kind: DeliveryError['kind'], reason: DeliveryReason, broken?: boolean];

const credentials: Verdict = ['channel', 'channel_credentials', true];
const misconfigured: Verdict = ['channel', 'channel_misconfigured', true];
const deferred: Verdict = ['temporary', 'recipient_deferred'];
const invalid: Verdict = ['permanent', 'address_invalid'];
const rejected: Verdict = ['permanent', 'message_rejected'];

// Destination TON and NPI are 0x50 and 0x51, in some tables 0x4a and 0x4b.
const submitting = new Map<number, Verdict>([
  [0x01, ['permanent', 'message_too_large']],
  [0x04, ['channel', 'channel_refused']],
  [0x0a, misconfigured],
  [0x0b, invalid],
  [0x0d, credentials],
  [0x0e, credentials],
  [0x0f, credentials],
  [0x48, misconfigured],
  [0x49, misconfigured],
  [0x4a, invalid],
  [0x4b, invalid],
  [0x50, invalid],
  [0x51, invalid],
  [0x53, misconfigured],
  [0x58, ['channel', 'channel_limit']],
  [0x61, rejected],
  [0x62, rejected],
  [0x65, rejected],
  [0x66, rejected],
]);

const judged: Record<Judgement, Verdict> = {
  temporary: deferred,
  permanent: rejected,
  channel: ['channel', 'channel_refused'],
};

const throttledFor = 5;

/** Converts a failure; `own` is the provider's table. Unknown statuses are retried. */
export function smppDeliveryError(
  failure: SmppFailure,
  own: ReadonlyMap<number, Judgement> = new Map(),
): DeliveryError {
  const [kind, reason, broken = false] = judge(failure, own);
  return new DeliveryError(kind, reason, {
    broken,
    cause: failure,
    detail: failure.status
      ? statusName(failure.status)
      : (failure.cause as Error | undefined)?.message || failure.stage,
    ...(reason === 'channel_limit' ? { retryAfter: throttledFor } : {}),
  });
}

function judge({ stage, status }: SmppFailure, own: ReadonlyMap<number, Judgement>): Verdict {
  const judgement = own.get(status);
  if (judgement && (stage === 'refused' || stage === 'bind')) return judged[stage === 'bind' ? 'channel' : judgement];
  if (stage === 'connect') return ['channel', 'channel_unreachable'];
  if (stage === 'tls') return ['channel', 'channel_tls', true];
  if (stage === 'bind') {
    const verdict = submitting.get(status);
    return verdict?.[0] === 'channel' ? verdict : ['channel', 'channel_refused'];
  }
  if (stage === 'unsent') return ['channel', 'channel_unreachable'];
  if (stage === 'untold') return ['unknown', 'outcome_unknown'];
  return submitting.get(status) ?? deferred;
}

/** Parses a table such as "0x67 channel; 1027 permanent"; null if invalid. */
export function statusTable(text: string): Map<number, Judgement> | null {
  const table = new Map<number, Judgement>();
  for (const entry of text.split(/[;,]/)) {
    if (!entry.trim()) continue;
    const match = /^\s*(0x[\da-f]{1,8}|\d{1,10})\s*[\s=:]\s*(temporary|permanent|channel)\s*$/i.exec(entry);
    if (!match) return null;
    table.set(Number(match[1]), match[2]!.toLowerCase() as Judgement);
  }
  return table;
}
