import { type RawBuilder, sql } from 'kysely';
import { messageSets, recipientSets } from '#shared/delivery-states.ts';
import { listOf } from './status-list.ts';

// literal text, so that the conditions of partial indexes match
const inSql = (statuses: readonly string[]): RawBuilder<unknown> => sql.raw(listOf(statuses));

/** Sets of states for conditions on `message_recipients.status`: `status in ${recipientStates.open}`. */
export const recipientStates = {
  open: inSql(recipientSets.open),
  cancellable: inSql(recipientSets.cancellable),
  inQueue: inSql(recipientSets.inQueue),
  untried: inSql(recipientSets.untried),
  inProgress: inSql(recipientSets.inProgress),
  inProgressOrAccepted: inSql(recipientSets.inProgressOrAccepted),
  inProgressOrConfirmed: inSql(recipientSets.inProgressOrConfirmed),
  accepted: inSql(recipientSets.accepted),
  openOrAccepted: inSql(recipientSets.openOrAccepted),
  sendingOrAccepted: inSql(recipientSets.sendingOrAccepted),
  confirmed: inSql(recipientSets.confirmed),
  failed: inSql(recipientSets.failed),
  attemptFailed: inSql(recipientSets.attemptFailed),
  acceptedOrFailed: inSql(recipientSets.acceptedOrFailed),
  openOrFailed: inSql(recipientSets.openOrFailed),
  unreached: inSql(recipientSets.unreached),
  stopped: inSql(recipientSets.stopped),
  suppressedOrCancelled: inSql(recipientSets.suppressedOrCancelled),
  leftOut: inSql(recipientSets.leftOut),
  notAsked: inSql(recipientSets.notAsked),
  reserve: inSql(recipientSets.reserve),
};

/** Sets of states for conditions on `messages.status`: `status in ${messageStates.open}`. */
export const messageStates = {
  editable: inSql(messageSets.editable),
  waiting: inSql(messageSets.waiting),
  waitingOrCancelled: inSql(messageSets.waitingOrCancelled),
  unlaunched: inSql(messageSets.unlaunched),
  unlaunchedOrCancelled: inSql(messageSets.unlaunchedOrCancelled),
  running: inSql(messageSets.running),
  open: inSql(messageSets.open),
  sent: inSql(messageSets.sent),
  finished: inSql(messageSets.finished),
};
