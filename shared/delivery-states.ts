/** States of a recipient, in possible order. */
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

export type RecipientStatus = (typeof recipientStatuses)[number];

/** States of a message, in possible order. */
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

/** Sets of recipient states; in SQL `recipientStates`. */
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
  accepted: ['sent', 'delivered', 'read'],
  openOrAccepted: ['pending', 'queued', 'sending', 'retrying', 'sent', 'delivered', 'read'],
  /** A provider has the message, or may have it. */
  sendingOrAccepted: ['sending', 'sent', 'delivered', 'read'],
  confirmed: ['delivered', 'read'],
  failed: ['failed', 'expired'],
  /** The last attempt failed, perhaps not finally. */
  attemptFailed: ['retrying', 'failed', 'expired'],
  /** Failed, or back in the queue. */
  failedOrWaits: ['failed', 'expired', 'retrying', 'queued'],
  acceptedOrFailed: ['sent', 'delivered', 'read', 'failed', 'expired'],
  openOrFailed: ['pending', 'queued', 'sending', 'retrying', 'failed', 'expired'],
  /** Failed, or without a usable address. */
  unreached: ['failed', 'expired', 'suppressed'],
  /** No longer needed, or stopped. */
  stopped: ['skipped', 'cancelled'],
  suppressedOrCancelled: ['suppressed', 'cancelled'],
  /** Ended without a result of an attempt. */
  leftOut: ['suppressed', 'skipped', 'cancelled'],
  /** Not asked, so that silence means nothing. */
  notAsked: ['pending', 'suppressed', 'skipped', 'cancelled'],
  /** In reserve, or no longer needed there. */
  reserve: ['pending', 'skipped'],
});

/** Sets of message states; in SQL `messageStates`. */
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
