import type { FastifyInstance, FastifyReply } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { App, Viewer } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { networkOf, tooMany } from '#server/platform/throttle.ts';
import { createCounter } from './counter.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { inPortions } from './in-portions.ts';
import { startSessions } from './sessions.ts';
import { startViews } from './views.ts';
import type { WatchedView } from './watcher.ts';

const pingEvery = 12_000;
const mostWatchers = 10_000;
// a visible page has two or three
const mostOfSession = 20;
// a whole hospital may share one address
const mostOfNetwork = 5_000;
const comeAgain = 30;

/** The live streams of this process. */
export interface Watching {
  /** Answers a request with its live view until the end of a side or session. */
  open(reply: FastifyReply, who: Viewer | LinkHolder | null, watched: WatchedView): FastifyReply;
}

/** A viewer by link instead of session. */
export interface LinkHolder {
  /** A link may have as many watchers as a session. */
  linkKey: string;
  /** Calls `end` when the link becomes invalid, unless cancelled by the returned function. */
  guard(end: () => void): () => void;
}

/** Serves live streams until the server stops. */
export function startWatching(fastify: FastifyInstance, app: App, registry: Registry): Watching {
  const views = startViews(app);
  const sessions = startSessions(app);
  const streams = new Set<EventStream>();
  const [ofSession, ofNetwork] = [createCounter(mostOfSession), createCounter(mostOfNetwork)];
  const slow = measure(registry, { views, streams });
  const pinging = setInterval(() => {
    void inPortions(streams, (stream) => stream.ping());
  }, pingEvery);
  // clients reconnect to another or the next process
  fastify.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
  });
  fastify.addHook('onClose', async () => {
    clearInterval(pinging);
    views.stop();
    sessions.stop();
  });
  return {
    open(reply, who, watched) {
      const link = who && 'linkKey' in who ? who : null;
      const viewer = who && !('linkKey' in who) ? who : null;
      const key = link?.linkKey ?? viewer?.sessionId;
      if (streams.size >= mostWatchers) throw new Refusal('error_busy', undefined, { retryAfter: 10 });
      const network = networkOf(reply.request.ip);
      if (!ofNetwork.hasRoom(network) || (key !== undefined && !ofSession.hasRoom(key))) throw tooMany(comeAgain);
      const gone = [ofNetwork.add(network), ...(key === undefined ? [] : [ofSession.add(key)])];
      const stream = openEventStream(reply, {
        dropped: () => slow.inc(),
        closed: () => {
          streams.delete(stream);
          for (const forget of gone) forget();
          leave();
          release();
        },
      });
      streams.add(stream);
      const leave = views.join({ viewer, watched, send: stream.send });
      const release = link ? link.guard(stream.end) : viewer ? sessions.guard(viewer, stream.end) : () => {};
      return reply;
    },
  };
}

function measure(registry: Registry, parts: { views: { size: number; computations: number }; streams: Set<unknown> }) {
  const registers = [registry];
  new Gauge({
    name: 'live_watchers',
    help: 'Connections that watch something.',
    registers,
    collect() {
      this.set(parts.streams.size);
    },
  });
  new Gauge({
    name: 'live_views',
    help: 'Different views that are watched.',
    registers,
    collect() {
      this.set(parts.views.size);
    },
  });
  new Gauge({
    name: 'live_computations',
    help: 'How often a view was computed since the start.',
    registers,
    collect() {
      this.set(parts.views.computations);
    },
  });
  return new Counter({ name: 'live_dropped_total', help: 'Watchers that read too slowly.', registers });
}
