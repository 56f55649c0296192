/** What a door may show of people after an event, in works-council mode. */
export type DoorRule =
  /** Nothing about the people who were alerted: no names, addresses and ids, no figures of few people. */
  | 'nothing'
  /** Contact data, which has its own rights: names and ids, but nothing that people did in the event. */
  | 'contacts'
  /** The file or the page is refused with this status. */
  | 403
  | 404;

interface Door {
  /** The path, from the ids of the event; absent if a test can't call it, with the reason. */
  path?: (ids: DoorIds) => string;
  rule: DoorRule;
  /** Why the rule is not `nothing`, or why there is no path. */
  because?: string;
}

/** The rows of the event that a test walks around. */
export interface DoorIds {
  event: number;
  report: number;
  rollCall: number;
  situationReport: number;
  eventType: number;
  group: number;
  list: number;
  channel: number;
}

const both = (
  route: string,
  path: (ids: DoorIds) => string,
  rule: DoorRule,
  because?: string,
  formats = ['csv', 'xlsx'],
): Record<string, Door> =>
  Object.fromEntries(
    formats.map((format) => [
      `${route}.${format}`,
      { path: (ids) => `${path(ids)}.${format}`, rule, ...(because ? { because } : {}) },
    ]),
  );

const people = 'contact data';
const withoutPath = (because: string): Door => ({ rule: 'nothing', because });

/**
 * Every route that returns data, with its rule after an event. The walk also reads all queries of GraphQL and their paths in
 * REST, without a line each: they show nothing unless `contactQueries` names them.
 */
export const doorsAfterEvent: Readonly<Record<string, Door>> = {
  ...both('GET /api/v2/people', () => '/api/v2/people', 'contacts', people, ['csv', 'xlsx', 'vcf']),
  ...both('GET /api/v2/groups/:n/people', ({ group }) => `/api/v2/groups/${group}/people`, 'contacts', people, [
    'csv',
    'xlsx',
    'vcf',
  ]),
  ...both(
    'GET /api/v2/mailing_lists/:n/people',
    ({ list }) => `/api/v2/mailing_lists/${list}/people`,
    'contacts',
    people,
    ['csv', 'xlsx', 'vcf'],
  ),
  'GET /api/v2/crisis_folder.pdf': { path: () => '/api/v2/crisis_folder.pdf', rule: 'contacts', because: people },
  'GET /api/v2/processing_record.md': { path: () => '/api/v2/processing_record.md', rule: 'nothing' },
  'GET /api/v2/works_agreement.md': { path: () => '/api/v2/works_agreement.md', rule: 'nothing' },
  'GET /api/v2/situation_reports/:n.pdf': {
    path: ({ situationReport }) => `/api/v2/situation_reports/${situationReport}.pdf`,
    rule: 'nothing',
  },
  ...both('GET /api/v2/reports/:n/results', ({ report }) => `/api/v2/reports/${report}/results`, 403),
  ...both('GET /api/v2/reports/:n/roll_call', ({ rollCall }) => `/api/v2/reports/${rollCall}/roll_call`, 403),
  ...both('GET /api/v2/events/:id/log', ({ event }) => `/api/v2/events/${event}/log`, 'nothing', undefined, [
    'csv',
    'pdf',
    'xlsx',
  ]),
  'GET /api/v2/events/:id/after_action.pdf': {
    path: ({ event }) => `/api/v2/events/${event}/after_action.pdf`,
    rule: 'nothing',
  },
  ...both('GET /api/v2/events/:id/after_action', ({ event }) => `/api/v2/events/${event}/after_action`, 403),
  ...both('GET /api/v2/audit_entries', () => '/api/v2/audit_entries', 'nothing'),
  ...both('GET /api/v2/security_entries', () => '/api/v2/security_entries', 'nothing'),
  ...both('GET /api/v2/alarm_promise', () => '/api/v2/alarm_promise', 'nothing'),
  ...both(
    'GET /api/v2/event_types/:n/evidence',
    ({ eventType }) => `/api/v2/event_types/${eventType}/evidence`,
    'contacts',
    'people of the plan, without drills',
    ['csv', 'pdf'],
  ),
  'GET /api/openapi.json': { path: () => '/api/openapi.json', rule: 'nothing' },
  'GET /api/log-key.pem': { path: () => '/api/log-key.pem', rule: 'nothing' },
  'GET /api/status': { path: () => '/api/status', rule: 'nothing' },
  'GET /api/life': { path: () => '/api/life', rule: 'nothing' },
  'GET /healthz': { path: () => '/healthz', rule: 'nothing' },
  'GET /readyz': { path: () => '/readyz', rule: 'nothing' },
  'GET /metrics': { path: () => '/metrics', rule: 'nothing' },
  'GET /status': { path: () => '/status', rule: 'nothing' },
  'GET /public/:channel': { path: ({ channel }) => `/public/${channel}`, rule: 'nothing' },
  'GET /public/:channel/atom.xml': { path: ({ channel }) => `/public/${channel}/atom.xml`, rule: 'nothing' },
  'GET /public/:channel/rss.xml': { path: ({ channel }) => `/public/${channel}/rss.xml`, rule: 'nothing' },
  'GET /public/:channel/type/:type': { path: ({ channel }) => `/public/${channel}/type/activation`, rule: 'nothing' },
  'GET /public/:channel/type/:type/atom.xml': {
    path: ({ channel }) => `/public/${channel}/type/activation/atom.xml`,
    rule: 'nothing',
  },
  'GET /public/:channel/type/:type/rss.xml': {
    path: ({ channel }) => `/public/${channel}/type/activation/rss.xml`,
    rule: 'nothing',
  },
  'GET /api/v2/:collection': withoutPath('the walk reads every collection'),
  'GET /api/v2/:collection/:n': withoutPath('the walk reads every row'),
  'POST /api/monitor': withoutPath('the walk opens a monitor'),
  'POST /api/graphql': withoutPath('the walk reads every query'),
  'GET /public/:channel/:entry': withoutPath('the texts that the feed lists'),
  'GET /api/v2/uploads/:n/report.csv': withoutPath('a file that a user uploaded'),
  'GET /api/v2/uploads/:n/report.xlsx': withoutPath('a file that a user uploaded'),
  'GET /api/v2/backups/:n/file': withoutPath('a backup contains everything, for system owners'),
  'GET /api/restore': withoutPath('before the first sign-in'),
  'GET /api/sso/callback': withoutPath('returns to the sign-in'),
  'GET /files/:key': withoutPath('texts and pictures that users uploaded'),
  'GET /api/roster/:file': withoutPath('the own shifts of a person'),
  'GET /a/:token': withoutPath('a person sees the own answer'),
  'GET /a/:token/news': withoutPath('a person sees the own answer'),
  'GET /u/:token': withoutPath('the own data of a person'),
  'GET /w/:token': withoutPath('the own data of a person'),
  'GET /p/:token': withoutPath('the own data of a person'),
  'GET /status/logo/:key': withoutPath('a picture'),
};

/** Queries that return contact data: names and ids of people, but nothing that they did in an event. */
export const contactQueries: readonly string[] = [
  ...['personData', 'personGroup'],
  ...[
    'people',
    'person',
    'searchPeople',
    'searchAll',
    'ownPerson',
    'crisisMembers',
    'matchingPeople',
    'exercisePeople',
  ],
  ...['groups', 'group', 'searchGroups', 'mailingLists', 'mailingList', 'searchMailingLists', 'mailingListReach'],
  ...['evidencePack', 'eventTypes', 'eventType', 'checklistItems'],
];

/** Queries that return everything about one person, to hand to them; the security log records them. */
export const ownQueries: readonly string[] = ['exportPerson'];
