import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { policyFor } from '#server/alerting/answers/answer-style.ts';
import { mountPage, type PlainKind } from '#server/api/http/page.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { knownLanguage } from '#shared/languages.ts';
import { answer, type Format, readersLanguage } from './answer.ts';
import { createFeedCache, type Snapshot } from './cache.ts';
import type { Feed, FeedEntry } from './feed.ts';
import { plainPage } from './frame.ts';
import { entryPage, feedPage, type View } from './page.ts';
import { feedStyle } from './style.ts';
import { atomFeed, rssFeed } from './xml.ts';

type Visit = FastifyRequest<{
  Params: { channel: string; type?: string; entry?: string };
  Querystring: { lang?: unknown };
}>;

export async function mountFeeds(fastify: FastifyInstance, app: App): Promise<void> {
  const snapshots = createFeedCache(app);
  const plain = (request: FastifyRequest, kind: PlainKind, id?: string) =>
    plainPage(readersLanguage(request), kind, id);
  const policy = policyFor(feedStyle);
  const snapshotOf = async ({ params: { channel } }: Visit): Promise<Snapshot> => {
    const found = /^\d{1,9}$/.test(channel) ? await snapshots(Number(channel)) : null;
    if (!found) throw new Refusal('error_not_found');
    return found;
  };
  const list = (format: 'html' | 'atom' | 'rss') => async (request: Visit, reply: FastifyReply) => {
    const snapshot = await snapshotOf(request);
    const view = viewOf(snapshot.content, request, format);
    const name = [format, view.eventType, view.language].join('/');
    return answer(
      request,
      reply,
      format,
      snapshot.document(name, (feed) => renders[format](app, feed, view)),
    );
  };
  const one = async (request: Visit, reply: FastifyReply) => {
    const snapshot = await snapshotOf(request);
    const [, key, isDocument] = /^([\da-f-]{36})(\.xml)?$/.exec(request.params.entry ?? '') ?? [];
    const entry = snapshot.content.all.find((each) => each.key === key);
    if (!entry || (isDocument && entry.document === null)) throw new Refusal('error_not_found');
    if (isDocument)
      return answer(
        request,
        reply,
        'cap',
        snapshot.document(`cap/${key}`, () => entry.document!),
      );
    const language = readersLanguage(request);
    const page = snapshot.document(`entry/${key}/${language}`, (feed) => entryPage(app, feed, entry, language));
    return answer(request, reply, 'html', page);
  };
  await mountPage(fastify, { path: '/public', policy, formLimit: 1, plain }, (scope) => {
    for (const place of ['/:channel', '/:channel/type/:type']) {
      scope.get(place, list('html'));
      scope.get(`${place}/atom.xml`, list('atom'));
      scope.get(`${place}/rss.xml`, list('rss'));
    }
    scope.get('/:channel/:entry', one);
  });
}

const renders = { html: feedPage, atom: atomFeed, rss: rssFeed };

/** Pages follow the visitor's language; feeds have a fixed one. */
function viewOf(feed: Feed, request: Visit, format: Format): View {
  const { type } = request.params;
  const eventType = type === undefined ? null : Number(type);
  if (eventType !== null && !feed.shown.some((entry: FeedEntry) => entry.eventType?.id === eventType)) {
    throw new Refusal('error_not_found');
  }
  const { lang } = request.query;
  const wanted = typeof lang === 'string' ? knownLanguage(lang) : null;
  return { eventType, language: format === 'html' ? readersLanguage(request) : (wanted ?? feed.language) };
}
