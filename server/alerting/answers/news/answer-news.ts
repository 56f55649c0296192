import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findLinked } from '#server/alerting/answers/answer-page.ts';
import { createCounter } from '#server/api/live-queries/counter.ts';
import type { App } from '#server/platform/context.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { findMark, findMarksOf, type Marked } from './alarm-marks.ts';

/** Wait of a page and interval of queries, in milliseconds. */
const [longestWait, lookEvery] = [25_000, 700];
// beyond these, a page gets an immediate response
const [mostWaiting, mostPerLink] = [10_000, 3];

type Asking = FastifyRequest<{ Params: { token: string }; Querystring: { known?: unknown } }>;

interface Waiting extends Marked {
  until: number;
  leave: () => void;
  answer: (isNews: boolean) => void;
}

/**
 * Mounts GET /a/{token}/news?known={mark}: responds 200 as soon as the state differs from `known`, and 204 after 25 s.
 * Uses no capacity for answers.
 */
export function mountAnswerNews(fastify: FastifyInstance, app: App): void {
  fastify.addHook('preClose', async () => waitsOf(app).end());
  fastify.get('/a/:token/news', async (request: Asking, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
    const known = await findLinked(app, request, findMark);
    if (request.query.known !== known.mark) return reply.send('');
    const isNews = await waitsOf(app).wait(reply, request.params.token, known);
    return isNews ? reply.send('') : reply.code(204).send();
  });
}

const waitsOf = perDatabase(({ db, log }: Pick<App, 'db' | 'log'>) => {
  const waiting = new Set<Waiting>();
  const ofLink = createCounter(mostPerLink);
  let isLooking = false;
  let isOver = false;

  const settle = (one: Waiting, isNews: boolean) => {
    if (!waiting.delete(one)) return;
    one.leave();
    one.answer(isNews);
  };
  const look = async () => {
    const marks = await findMarksOf(db, [...new Set([...waiting].map(({ messageId }) => messageId))]);
    for (const one of waiting) if (marks.get(one.messageId) !== one.mark) settle(one, true);
  };
  const lookOn = async () => {
    isLooking = true;
    while (waiting.size > 0) {
      await new Promise((done) => setTimeout(done, lookEvery));
      await look().catch((err: unknown) => log.debug({ err }, 'answer_news_failed'));
      const now = performance.now();
      for (const one of waiting) if (one.until <= now) settle(one, false);
    }
    isLooking = false;
  };
  return {
    wait(reply: FastifyReply, token: string, known: Marked): Promise<boolean> {
      if (isOver || waiting.size >= mostWaiting || !ofLink.hasRoom(token)) return Promise.resolve(false);
      return new Promise((answer) => {
        const one = { ...known, until: performance.now() + longestWait, leave: ofLink.add(token), answer };
        waiting.add(one);
        reply.raw.once('close', () => settle(one, false));
        if (!isLooking) void lookOn();
      });
    },
    end() {
      isOver = true;
      for (const one of waiting) settle(one, false);
    },
  };
});
