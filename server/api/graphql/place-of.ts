import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import type { PoolName } from '#server/platform/connection-shares.ts';

/** Where a request stands among others. */
export interface RequestPlace {
  pool: PoolName;
  /** It queues for a connection only behind vital work, and is never refused. */
  isVital: boolean;
}

/** Mutations that can't wait behind other changes: alarms from start to end, arrivals, and account lockouts. */
const vitalMutations = new Set(
  `createActivation createAllClear sendMessage sendReport releaseMessage stopMessage stopAsking retryFailedRecipients
  continueEvent finishEvent recordAnswer recordArrival endSession endTrustedDevice signOutEverywhere`.split(/\s+/),
);

/** Which pool a request comes out of: looking at pages waits before what changes something, and that before what is vital. */
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
