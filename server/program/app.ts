import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { mountAuth } from '#server/accounts/rest.ts';
import { mountAuditExport } from '#server/administration/audit/export.ts';
import { mountBackupFiles } from '#server/administration/backups/download.ts';
import { mountEntityExports } from '#server/administration/mount-exports.ts';
import { mountPromiseExport } from '#server/administration/promise/export.ts';
import { mountLife } from '#server/administration/second-place/mount-life.ts';
import { mountSecurityExport } from '#server/administration/security-log/export.ts';
import { mountPrivacyDocuments } from '#server/administration/works-council/rest.ts';
import { mountAnswerPage } from '#server/alerting/answers/answer-page.ts';
import { mountAnswerNews } from '#server/alerting/answers/news/answer-news.ts';
import { mountCallbacks } from '#server/alerting/delivery/callbacks.ts';
import { mountPushMoves } from '#server/alerting/delivery/push-moves.ts';
import { mountPushNews } from '#server/alerting/delivery/push-news.ts';
import { mountIncoming } from '#server/alerting/incoming/mount.ts';
import { mountRollCallFiles } from '#server/alerting/roll-call/rest.ts';
import { mountTriggers } from '#server/alerting/triggers/post.ts';
import { takeOrder } from '#server/alerting/triggers/take-order.ts';
import { within } from '#server/api/connection-pools/connection-pools.ts';
import { mountWithin } from '#server/api/connection-pools/mount.ts';
import { mountFiles } from '#server/api/files/rest.ts';
import { closeCalmly } from '#server/api/http/close-calmly.ts';
import { warnOfProxy } from '#server/api/http/forwarded-for.ts';
import { type MeasuredProcess, mountHealth } from '#server/api/http/health.ts';
import { followTileOrigin } from '#server/api/http/map-tiles.ts';
import { answerErrors, refuseOtherMethods } from '#server/api/http/plain-errors.ts';
import { mountPolicyReports } from '#server/api/http/policy-reports.ts';
import { mountStartPage } from '#server/api/http/start-page.ts';
import { sendUsualHeaders } from '#server/api/http/usual-headers.ts';
import { endUnfinished, longestHeaders, longestRequest } from '#server/api/http/whole-bodies.ts';
import { startWatching } from '#server/api/live-queries/mount.ts';
import { mountScim } from '#server/contacts/directories/scim/mount.ts';
import { mountPeopleExport } from '#server/contacts/export/rest.ts';
import { mountOwnDataPage } from '#server/contacts/own-data/page.ts';
import { mountRosterCalendars } from '#server/contacts/roster/mount.ts';
import { mountUnsubscribePage } from '#server/contacts/unsubscribe/page.ts';
import { mountUploadReport } from '#server/contacts/uploads/report.ts';
import { mountWayPage } from '#server/contacts/ways/page.ts';
import { mountFeeds } from '#server/outside/feeds/mount.ts';
import { mountStatus } from '#server/outside/feeds/mount-status.ts';
import { mountMonitor } from '#server/outside/monitor/mount.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { mountAfterActionFiles } from '#server/records/after-action/rest.ts';
import { mountCrisisFolder } from '#server/records/crisis-folder/rest.ts';
import { mountEvidence } from '#server/records/evidence/rest.ts';
import { mountLogFiles } from '#server/records/log-file/mount.ts';
import { mountSituationReportPdf } from '#server/records/situation-reports/rest.ts';
import { serverTimeHeader } from '#shared/server-time.ts';
import { mountFirstRestore } from './first-restore/mount.ts';
import { apiPath, mountGraphql } from './graphql-endpoint.ts';
import { mountOpenApi } from './openapi/mount.ts';
import { mountResources } from './resources.ts';

const webRoot = path.resolve(import.meta.dirname, '../../web/dist');

/** The HTTP side of a web process. */
export async function createHttp(app: App, measured: MeasuredProcess): Promise<FastifyInstance> {
  const onError = answerErrors(app);
  const fastify = Fastify({
    loggerInstance: app.log.child({}, { level: errorsOnly(app) }) as FastifyBaseLogger,
    bodyLimit: 1_000_000,
    requestTimeout: longestRequest,
    http: { headersTimeout: longestHeaders, connectionsCheckingInterval: longestHeaders / 2 },
    trustProxy: app.config.TRUST_PROXY ? (_address, hop) => hop === 0 : false, // the client could forge earlier hops
    rewriteUrl: (request) => apiPath(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: onError, // an address that cannot be parsed matches no route
  });
  fastify.removeContentTypeParser('text/plain'); // no route takes it
  fastify.setErrorHandler(onError);
  fastify.setNotFoundHandler(() => {
    throw new Refusal('error_not_found');
  });
  closeCalmly(fastify);
  endUnfinished(fastify);
  const otherMethods = refuseOtherMethods(fastify);
  warnOfProxy(fastify, app);
  const tiles = await followTileOrigin(app);
  fastify.addHook('onClose', async () => tiles.stop());
  sendUsualHeaders(fastify, app, tiles.current);
  fastify.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    void reply.header('cache-control', 'no-store').header(serverTimeHeader, Date.now());
  });
  const [pages, answers, bulk] = [within(app, 'pages'), within(app, 'answers'), within(app, 'bulk')];
  const watching = startWatching(fastify, app, measured.registry);
  await mountGraphql(fastify, app, watching);
  mountMonitor(fastify, app, watching);
  await fastify.register(async (scope) => mountAuth(scope, app));
  await mountWithin(fastify, app.pools.pages.gate, async (scope) => {
    mountResources(scope, pages);
    mountFiles(scope, pages);
    await mountOwnDataPage(scope, pages);
    await mountUnsubscribePage(scope, pages);
    await mountWayPage(scope, pages);
  });
  // feeds need no connection: a process reads once for all
  await mountFeeds(fastify, pages);
  await mountStatus(fastify, pages);
  await mountWithin(fastify, app.pools.bulk.gate, async (scope) => mountDownloads(scope, bulk));
  // a directory's many requests must not fill the pages' gate
  await mountWithin(fastify, app.pools.pages.lesser, async (scope) => mountScim(scope, pages));
  await mountWithin(fastify, app.pools.answers.gate, async (scope) => {
    await mountAnswerPage(scope, answers);
  });
  // waiting pages need no connection
  mountAnswerNews(fastify, answers);
  // providers repeat reports, so they use a lesser gate
  await mountWithin(fastify, app.pools.answers.lesser, async (scope) => {
    await mountCallbacks(scope, answers, (channelId, order) => takeOrder(app, channelId, order));
    await mountPushNews(scope, answers);
    await mountPushMoves(scope, answers);
  });
  await mountWithin(fastify, app.pools.answers.lesser, async (scope) => mountIncoming(scope, answers));
  mountTriggers(fastify, app);
  await fastify.register(async (scope) => mountFirstRestore(scope, app));
  mountLife(fastify, app);
  mountHealth(fastify, app, measured);
  mountOpenApi(fastify);
  await mountPolicyReports(fastify, app, measured.registry);
  await mountWebFiles(fastify);
  otherMethods.mount();
  return fastify;
}

/** Mounts the files that people download. */
function mountDownloads(scope: FastifyInstance, bulk: App): void {
  mountSituationReportPdf(scope, bulk);
  mountCrisisFolder(scope, bulk);
  mountPrivacyDocuments(scope, bulk);
  mountAfterActionFiles(scope, bulk);
  mountRollCallFiles(scope, bulk);
  mountEvidence(scope, bulk);
  mountPeopleExport(scope, bulk);
  mountUploadReport(scope, bulk);
  mountRosterCalendars(scope, bulk);
  mountLogFiles(scope, bulk);
  mountAuditExport(scope, bulk);
  mountSecurityExport(scope, bulk);
  mountPromiseExport(scope, bulk);
  mountEntityExports(scope, bulk);
  mountBackupFiles(scope, bulk);
}

async function mountWebFiles(fastify: FastifyInstance): Promise<void> {
  if (!existsSync(webRoot)) return;
  await mountStartPage(fastify, webRoot);
  await fastify.register(fastifyStatic, {
    root: webRoot,
    preCompressed: true,
    setHeaders: (reply, file) => {
      const lasting = file.includes(`${path.sep}assets${path.sep}`) || /-[\da-f]{12}\.json(\.br|\.gz)?$/.test(file);
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

// request lines would carry tokens of answer links
const errorsOnly = (app: App) => (app.config.LOG_LEVEL === 'silent' ? 'silent' : 'error');
