import type { Plugin } from 'graphql-yoga';
import type { Context, Viewer } from '#server/context.ts';
import { sessionHolds } from '#server/viewer/viewer.ts';

/** Ends every subscription as soon as the session it was opened with has ended, by whatever means and on any process. */
export const endStreamsWithSession: Plugin<Context> = {
  onSubscribe: ({ args }) => ({
    onSubscribeResult({ result, setResult }) {
      const ctx = args.contextValue as Context;
      if (ctx.viewer && isStream(result)) setResult(untilSessionEnds(ctx, ctx.viewer, result));
    },
  }),
};

const isStream = <T extends object>(result: T | AsyncIterableIterator<T>): result is AsyncIterableIterator<T> =>
  Symbol.asyncIterator in result;

/** The same results until the session ends; then the stream is closed from our side. */
function untilSessionEnds<T>(ctx: Context, viewer: Viewer, source: AsyncIterableIterator<T>): AsyncIterableIterator<T> {
  const end: IteratorReturnResult<undefined> = { done: true, value: undefined };
  let isOver = false;
  let wake = () => {};
  const stop = () => {
    isOver = true;
    wake();
  };
  const ask = () =>
    void sessionHolds(ctx, viewer).then(
      (holds) => !holds && stop(), // a notice may come of a reconnect only
      () => {}, // while the database is away nothing can be revoked
    );
  const watched = [ctx.live.watch(`session:${viewer.sessionId}`, ask), ctx.live.watch('system', ask)];
  const timer = setTimeout(
    stop,
    Math.min(2 ** 31 - 1, (viewer.sessionEndsAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()),
  );
  ask(); // it may have ended between the check of the token and the watch
  const close = () => {
    for (const unwatch of watched) unwatch();
    clearTimeout(timer);
    void source.return?.().catch(() => {}); // not awaited: it may wait for a change that never comes
  };
  return {
    async next() {
      // a race with one lasting promise would gather a reaction per turn
      const turn = await new Promise<IteratorResult<T>>((resolve, reject) => {
        wake = () => resolve(end);
        if (isOver) wake();
        else source.next().then(resolve, reject);
      });
      if (turn.done) close();
      return turn;
    },
    async return(value) {
      stop();
      close();
      return { done: true, value };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
