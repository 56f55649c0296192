import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import type { PoolName } from '#server/platform/connection-shares.ts';

/** The pool and priority of a request. */
export interface RequestPlace {
  pool: PoolName;
  /** Only queues, and is never refused. */
  isVital: boolean;
}

/** Mutations that precede other changes: alarms, arrivals, and lockouts. */
const vitalMutations = new Set(
  `createActivation createAllClear sendMessage sendReport releaseMessage stopMessage stopAsking retryFailedRecipients
  continueEvent finishEvent recordAnswer recordArrival endSession endTrustedDevice signOutEverywhere`.split(/\s+/),
);

/** Chooses a request's pool. */
export function placeOf(
  document: DocumentNode,
  operationName: string | null | undefined,
  isUpload: boolean,
): RequestPlace {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation === 'subscription') return { pool: 'live', isVital: false };
  if (operation?.operation !== 'mutation') return { pool: 'pages', isVital: false };
  if (isUpload) return { pool: 'bulk', isVital: false };
  const isVital = operation.selectionSet.selections.some(
    (field) => field.kind === Kind.FIELD && vitalMutations.has(field.name.value),
  );
  return { pool: 'vital', isVital };
}
