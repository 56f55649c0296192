/** States of a recipient, in the order in which a recipient can pass through them. */
export const recipientStatuses = [
  'pending',
  'queued',
  'sending',
  'retrying',
  'sent',
  'delivered',
  'read',
  'failed',
  'expired',
  'suppressed',
  'skipped',
  'cancelled',
] as const;

/** State of delivery to one recipient. */
export type RecipientStatus = (typeof recipientStatuses)[number];

/** States of a message, in the order in which a message can pass through them. */
export const messageStatuses = [
  'draft',
  'pending_approval',
  'rejected',
  'scheduled',
  'queued',
  'sending',
  'sent',
  'sent_with_errors',
  'failed',
  'cancelled',
] as const;

/** State of a message. */
export type MessageStatus = (typeof messageStatuses)[number];

const ofRecipients = <Name extends string>(sets: Record<Name, readonly RecipientStatus[]>) => sets;
const ofMessages = <Name extends string>(sets: Record<Name, readonly MessageStatus[]>) => sets;

/** Sets of recipient states. SQL uses them as `recipientStates` of server/platform/database/delivery-states.ts. */
export const recipientSets = ofRecipients({
  /** No final state yet. */
  open: ['pending', 'queued', 'sending', 'retrying'],
  /** Open and not with a provider: can be cancelled at once. */
  cancellable: ['pending', 'queued', 'retrying'],
  /** Ready for a worker, now or at `try_at`. */
  inQueue: ['queued', 'retrying'],
  /** No attempt was made. */
  untried: ['pending', 'queued'],
  /** Open, without reserve and planned steps. */
  inProgress: ['queued', 'sending', 'retrying'],
  inProgressOrAccepted: ['queued', 'sending', 'retrying', 'sent', 'delivered', 'read'],
  inProgressOrConfirmed: ['queued', 'sending', 'retrying', 'delivered', 'read'],
  /** A provider accepted the message. */
  accepted: ['sent', 'delivered', 'read'],
  openOrAccepted: ['pending', 'queued', 'sending', 'retrying', 'sent', 'delivered', 'read'],
  /** A provider has the message or is just getting it. */
  sendingOrAccepted: ['sending', 'sent', 'delivered', 'read'],
  /** A provider confirmed the delivery. */
  confirmed: ['delivered', 'read'],
  failed: ['failed', 'expired'],
  /** The last attempt failed, for now or for good. */
  attemptFailed: ['retrying', 'failed', 'expired'],
  /** The recipient may need another channel or person: failed, or back in the queue. */
  failedOrWaits: ['failed', 'expired', 'retrying', 'queued'],
  acceptedOrFailed: ['sent', 'delivered', 'read', 'failed', 'expired'],
  openOrFailed: ['pending', 'queued', 'sending', 'retrying', 'failed', 'expired'],
  /** Failed, or without a usable address. */
  unreached: ['failed', 'expired', 'suppressed'],
  /** Ended without a result, because the message was no longer needed or was stopped. */
  stopped: ['skipped', 'cancelled'],
  suppressedOrCancelled: ['suppressed', 'cancelled'],
  /** Ended without a result of an attempt. */
  leftOut: ['suppressed', 'skipped', 'cancelled'],
  /** Silence means nothing in these states: the person was not asked. */
  notAsked: ['pending', 'suppressed', 'skipped', 'cancelled'],
  /** In reserve, or no longer needed there. */
  reserve: ['pending', 'skipped'],
});

/** Sets of message states. SQL uses them as `messageStates` of server/platform/database/delivery-states.ts. */
export const messageSets = ofMessages({
  editable: ['draft', 'rejected'],
  /** Waits for its approval or its time. */
  waiting: ['pending_approval', 'scheduled'],
  waitingOrCancelled: ['pending_approval', 'scheduled', 'cancelled'],
  unlaunched: ['draft', 'rejected', 'pending_approval', 'scheduled'],
  unlaunchedOrCancelled: ['draft', 'rejected', 'pending_approval', 'scheduled', 'cancelled'],
  /** Launched and not finished. */
  running: ['queued', 'sending'],
  /** Changes without a user. */
  open: ['scheduled', 'queued', 'sending'],
  stoppable: ['pending_approval', 'scheduled', 'queued', 'sending'],
  /** Finished with at least one recipient reached. */
  sent: ['sent', 'sent_with_errors'],
  finished: ['sent', 'sent_with_errors', 'failed'],
  editedOrLaunched: ['draft', 'queued', 'sending', 'sent', 'sent_with_errors', 'failed'],
  retryable: ['sending', 'sent', 'sent_with_errors', 'failed'],
});

/** Returns true if the status is in the set. */
export const isOneOf = (set: readonly string[], status: string): boolean => set.includes(status);
