import { type Exchange, makeOperation, mapExchange, type Operation } from 'urql';

const LEFT = 'left';
let latest = 0;

/** Returns a number that orders the requests of this page. */
export const momentNow = (): number => ++latest;

/** Numbers each operation when it leaves. */
export const departures: Exchange = mapExchange({
  onOperation: (operation) => makeOperation(operation.kind, operation, { ...operation.context, [LEFT]: momentNow() }),
});

/**
 * Returns whether an answer's request left after a moment. The client joins equal queries, whose answer may be older
 * than a known change.
 */
export const leftAfter = (operation: Operation | undefined, asked: number): boolean =>
  Number(operation?.context[LEFT] ?? 0) > asked;
