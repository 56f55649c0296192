import type { App } from '#server/platform/context.ts';
import type { Handlers } from '#server/platform/jobs/jobs.ts';
import { type JobData, type Queue, queues } from '#server/platform/jobs/queues.ts';

/** Returns handlers that load their code on demand. */
export function lazyHandlers(app: App): Handlers {
  const handlers = Object.keys(queues).map((queue) => [queue, handlerOf(app, queue as Queue)]);
  return Object.fromEntries(handlers) as Handlers;
}

function handlerOf<Q extends Queue>(app: App, queue: Q) {
  return async (data: JobData[Q], id: string): Promise<void> => {
    const { handlersOf } = await import('./job-handlers.ts');
    await handlersOf(app)[queue](data, id);
  };
}
