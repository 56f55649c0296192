// Imports point one way, so that you can read, test and change each part without the parts above it: shared <- server, shared <-
// web, and within a side from a higher floor to a lower one.
import { boundaryFindings, type Floors } from './boundaries.ts';
import { circleFindings } from './circles.ts';
import { resolverSqlFindings } from './resolver-sql.ts';
import { finish, sourceFiles } from './source-files.ts';
import { statusListFindings } from './status-lists.ts';
import { transactionFindings } from './transactions.ts';

// The lowest floor comes first. Parts of one floor do not import each other.
const floors: Floors = {
  server: [
    ['platform'],
    ['api'],
    ['channels'],
    ['accounts'],
    ['alerting'],
    ['contacts'],
    ['outside', 'records'],
    ['administration'],
    ['program'],
  ],
  'server/platform': [
    ['connection'],
    [
      'character-sets',
      'connection-shares',
      'context',
      'csv',
      'errors',
      'live',
      'log',
      'network-address',
      'nodes',
      'refusal-texts',
      'start-error',
      'threads',
    ],
    ['limiter', 'secrets', 'settings', 'sheets'],
    ['call', 'database', 'jobs', 'throttle'],
    ['installation', 'outbound', 'pdf', 'replication', 'seals'],
    ['config', 'open-secrets'],
    ['with-database'],
  ],
  'server/api': [
    ['connection-pools', 'contact-address', 'graphql', 'input', 'private-data'],
    ['by-person', 'rich-text', 'viewer'],
    ['check-field', 'search', 'seal-fields', 'live-queries', 'security-log'],
    ['audit', 'contact-input', 'http'],
    ['files'],
  ],
  'server/alerting': [
    ['costs', 'progress', 'snippets', 'turnout'],
    ['call-forecast', 'event-log'],
    ['messages', 'tasks'],
    ['drafts', 'message-queries'],
    ['recipients'],
    ['cascade'],
    ['answers', 'fallback'],
    ['call-back', 'exercise', 'inbox', 'stopping'],
    ['launch'],
    ['answer-mutations', 'arrival', 'delivery', 'events', 'message-mutations'],
    ['preflight'],
    ['preview', 'reports'],
    ['message-schema', 'path-test', 'roll-call', 'triggers'],
    ['deadlines', 'drills', 'incoming'],
  ],
  'server/program': [
    ['backup'],
    ['minute', 'resting-work', 'switchover'],
    [
      'accept-key',
      'first-restore',
      'heartbeat',
      'import-on-call',
      'job-handlers',
      'schema',
      'seed',
      'starting',
      'verify-log',
      'worker',
    ],
    ['graphql-execution', 'resource-shape', 'second-place'],
    ['read-resource'],
    ['graphql-endpoint', 'lazy-handlers', 'openapi', 'recover', 'resources'],
    ['app'],
    ['server'],
    ['processes'],
    ['emergency-copy'],
    ['main'],
  ],
  web: [
    ['lib'],
    ['sign-in', 'ui'],
    ['fields'],
    ['absences', 'messages', 'monitor'],
    ['auth', 'contacts', 'events', 'exercise'],
    ['deadlines', 'drills', 'incoming', 'replies', 'reports', 'situation-reports'],
    ['administration', 'after-action', 'event-page', 'home', 'search'],
    ['offline'],
    ['layout'],
    ['routes'],
    ['App'],
    ['main'],
    ['first'],
  ],
};

const files = sourceFiles('server', 'testing', 'shared', 'web', 'demo', 'scripts', 'e2e', 'bench', 'faults', 'interop');
finish(
  [
    ...boundaryFindings(files, floors),
    ...circleFindings(files),
    ...resolverSqlFindings(files),
    ...transactionFindings(files),
    ...statusListFindings(files),
  ],
  'Repair: move what both need to where both may import it (CONTRIBUTING.md); the floors stand in scripts/check-boundaries.ts.',
);
