import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { App } from '#server/platform/context.ts';

export const policyReports = '/api/policy-reports';

/** `report-to` for browsers that know it, `report-uri` for others. */
export const reportDirectives = { 'report-to': ['policy'], 'report-uri': [policyReports] } as const;

/** Defines the endpoint of `report-to`. */
export const reportingEndpoints = { 'reporting-endpoints': `policy="${policyReports}"` } as const;

const bodyLimit = 16_384;
// a broken page or anyone could fill the log
const mostPerMinute = 60;

/** The stored part of a report, without addresses, which may contain a token. */
interface Violation {
  directive: string;
  blocked: string;
}

/** Mounts the endpoint, counts reports and logs directive and origin. Never queries the database; ignores excess. */
export async function mountPolicyReports(fastify: FastifyInstance, { log }: App, registry: Registry): Promise<void> {
  const violations = new Counter({
    name: 'policy_violations_total',
    help: 'What browsers reported that a content policy kept from being loaded or run.',
    labelNames: ['directive'],
    registers: [registry],
  });
  let minute = 0;
  let taken = 0;
  const isFull = () => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [minute, taken] = [now, 0];
    return taken >= mostPerMinute;
  };
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, body),
    );
    scope.post(policyReports, async (request, reply) => {
      for (const { directive, blocked } of isFull() ? [] : violationsIn(request.body)) {
        if (isFull()) break;
        taken++;
        violations.inc({ directive });
        log.warn({ event: 'policy_violation', directive, blocked });
      }
      return reply.code(204).send();
    });
  });
}

const mostInOne = 10;

function violationsIn(body: unknown): Violation[] {
  let told: unknown;
  try {
    told = JSON.parse(String(body));
  } catch {
    return [];
  }
  const reports = Array.isArray(told) ? told.slice(0, mostInOne) : [told];
  return reports.flatMap((report) => violationIn(report) ?? []);
}

/** Parses the older `{"csp-report": {…}}`, or `{type: "csp-violation", body: {…}}`. */
function violationIn(report: unknown): Violation | null {
  const { 'csp-report': old, type, body } = Object(report) as Record<string, unknown>;
  const told = Object(old ?? (type === 'csp-violation' ? body : null)) as Record<string, unknown>;
  const directive = told['effectiveDirective'] ?? told['effective-directive'] ?? told['violated-directive'];
  if (typeof directive !== 'string') return null;
  return { directive: directiveOf(directive), blocked: originOf(told['blockedURL'] ?? told['blocked-uri']) };
}

const directives = new Set([
  ...[
    'default-src',
    'script-src',
    'script-src-elem',
    'script-src-attr',
    'style-src',
    'style-src-elem',
    'style-src-attr',
  ],
  ...['img-src', 'connect-src', 'font-src', 'object-src', 'media-src', 'frame-src', 'child-src', 'worker-src'],
  ...['manifest-src', 'base-uri', 'form-action', 'frame-ancestors'],
]);

/** Returns a known directive, because reporters must not invent labels. */
function directiveOf(text: string): string {
  const name = text.split(' ')[0]!;
  return directives.has(name) ? name : 'other';
}

/** Returns the blocked source: a word, the scheme, or an origin. */
function originOf(blocked: unknown): string {
  const text = typeof blocked === 'string' ? blocked : '';
  if (/^[a-z-]{1,20}$/.test(text)) return text;
  const url = URL.parse(text);
  if (!url) return 'unknown';
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, 100);
}
