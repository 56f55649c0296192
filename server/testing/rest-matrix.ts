import { entities } from '#shared/administration/entities.ts';
import { collectionPathOf } from '#shared/administration/entity.ts';

/**
 * Who may ask the plain endpoints, written by hand like `permissionMatrix`: `public`, `link` (whoever knows a secret address),
 * `signedIn`, `inPerson`, `collection` (as the query of the same name), or the roles by their letters. A route that is missing
 * here, and a line without a route, fail the test.
 */
export const restMatrix: Readonly<Record<string, string>> = {
  'GET /api/v2/:collection': 'collection',
  'GET /api/v2/:collection/:n': 'collection',
  'GET /api/v2/people.csv': 'signedIn',
  'GET /api/v2/people.vcf': 'signedIn',
  'GET /api/v2/groups/:n/people.csv': 'signedIn',
  'GET /api/v2/groups/:n/people.vcf': 'signedIn',
  'GET /api/v2/mailing_lists/:n/people.csv': 'signedIn',
  'GET /api/v2/mailing_lists/:n/people.vcf': 'signedIn',
  'GET /api/v2/situation_reports/:n.pdf': 'signedIn',
  'GET /api/v2/events/:id/log.csv': 'DO AD',
  'GET /api/v2/uploads/:n/report.csv': 'AD',
  'GET /api/v2/audit_entries.csv': 'AD',
  'GET /api/v2/security_entries.csv': 'AD',
  ...Object.fromEntries(entities.map((entity) => [`GET ${collectionPathOf(entity)}.csv`, 'AD'])),
  'POST /api/triggers': 'CR AD',
  'DELETE /api/triggers/:trigger/:id': 'CR AD',
  'POST /api/renew': 'inPerson',
  'POST /api/logout': 'inPerson',
  'POST /api/graphql': 'public', // each operation stands in permissionMatrix

  'POST /api/auth': 'public',
  'POST /api/device': 'public',
  'POST /api/device/challenge': 'public',
  'POST /api/register': 'public',
  'POST /api/verify': 'link',
  'POST /api/forgot-password': 'public',
  'POST /api/reset-password': 'link',
  'GET /api/status': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'link',
  'GET /files/:key': 'link',
  'GET /api/roster/:file': 'link',
  'POST /api/monitor': 'link',
  'POST /api/push/moved': 'link',
  'POST /api/push/:key/:device/:mac': 'link',
  'GET /a/:token': 'link',
  'POST /a/:token': 'link',
  'POST /api/policy-reports': 'public', // what browsers kept from being loaded; counted, never stored
  'GET /u/:token': 'link',
  'POST /u/:token': 'link',
  'GET /p/:token': 'link',
  'POST /p/:token': 'link',
  'GET /public/:channel': 'public',
  'GET /public/:channel/atom.xml': 'public',
  'GET /public/:channel/rss.xml': 'public',
  'GET /public/:channel/type/:type': 'public',
  'GET /public/:channel/type/:type/atom.xml': 'public',
  'GET /public/:channel/type/:type/rss.xml': 'public',
  'GET /public/:channel/:entry': 'public',
};
