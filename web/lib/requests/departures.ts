import { type Exchange, makeOperation, mapExchange, type Operation } from 'urql';

const LEFT = 'left';
let latest = 0;

/** Returns a number that orders moments of this page: requests that leave later have a higher one. */
export const momentNow = (): number => ++latest;

/** Marks each operation with the moment at which it goes to the server. */
export const departures: Exchange = mapExchange({
  onOperation: (operation) => makeOperation(operation.kind, operation, { ...operation.context, [LEFT]: momentNow() }),
});

/**
 * Returns whether the request of an answer left after a moment. The client joins a query to an equal one under way, whose answer
 * may be older than the change that the caller knows of.
 */
export const leftAfter = (operation: Operation | undefined, asked: number): boolean =>
  Number(operation?.context[LEFT] ?? 0) > asked;
