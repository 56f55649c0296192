// Imports point one way, so that each part can be read, tested and changed without what stands above it:
// shared <- server, shared <- web, and within a side from a higher floor to a lower one.
import { boundaryFindings, type Floors } from './boundaries.ts';
import { resolverSqlFindings } from './resolver-sql.ts';
import { finish, sourceFiles } from './source-files.ts';
import { transactionFindings } from './transactions.ts';

// the lowest first; what stands on one floor does not know each other
const floors: Floors = {
  server: [
    [
      'contact-address',
      'context',
      'csv',
      'errors',
      'live',
      'log',
      'network-address',
      'nodes',
      'refusal-texts',
      'start-error',
    ],
    ['limiter', 'secrets', 'settings', 'sheets'],
    ['call', 'database', 'graphql', 'input', 'jobs', 'throttle'],
    ['budgets', 'installation', 'outbound', 'pdf', 'seals'],
    ['channels', 'config', 'open-secrets', 'rich-text', 'snippets', 'viewer'],
    ['security-log', 'with-database'],
    ['http'],
    ['audit', 'check-field', 'event-log', 'files', 'rendering', 'search', 'watching'],
    ['contact-input'],
    ['system-mails'],
    ['auth', 'messages', 'webhooks'],
    [
      'accept-key',
      'contacts',
      'delivery',
      'events',
      'exercise',
      'feeds',
      'log-file',
      'monitor',
      'seed',
      'situation-reports',
      'tasks',
    ],
    ['crisis-folder', 'reports'],
    ['after-action', 'triggers'],
    ['administration', 'home', 'job-handlers', 'worker'],
    ['recover', 'schema', 'verify-log'],
    ['graphql-endpoint', 'resources'],
    ['app'],
    ['server'],
    ['processes'],
    ['main'],
  ],
  'server/messages': [
    [
      'cost',
      'follow-watches',
      'lanes',
      'likely',
      'mails',
      'message-rows',
      'progress',
      'read',
      'read-only-blocks',
      'text-before-input',
      'text-to-store',
      'report-rules',
      'seen',
    ],
    ['edit', 'message-type', 'news', 'restore'],
    ['query-fields', 'recipients'],
    ['stop-limits'],
    ['steps'],
    ['stopping'],
    ['answers', 'launch'],
    ['end', 'inbox', 'preflight'],
    ['preview'],
    ['mutation-fields'],
    ['schema'],
  ],
  web: [
    ['lib'],
    ['sign-in', 'ui'],
    ['fields'],
    ['absences', 'messages', 'monitor'],
    ['auth', 'contacts', 'events', 'exercise'],
    ['replies', 'reports', 'situation-reports'],
    ['administration', 'after-action', 'event-page', 'home', 'search'],
    ['offline'],
    ['layout'],
    ['routes'],
    ['App'],
    ['main'],
    ['first'],
  ],
};

const files = sourceFiles('server', 'shared', 'web', 'demo', 'scripts', 'e2e', 'bench', 'faults', 'interop');
finish(
  [...boundaryFindings(files, floors), ...resolverSqlFindings(files), ...transactionFindings(files)],
  'Repair: move what both need to where both may import it (CONTRIBUTING.md); the floors stand in scripts/check-boundaries.ts.',
);
