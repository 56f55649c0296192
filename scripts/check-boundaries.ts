// Imports point one way, so that each side can be read, tested and changed without the other:
// shared <- server, shared <- web; in web: ui, lib, fields <- concepts <- layout, routes, main.
import path from 'node:path';
import { finish, sourceFiles } from './source-files.ts';

const base = ['ui', 'lib', 'fields'];

function forbidden(from: string, to: string): string | undefined {
  const [side = '', concept = ''] = from.split('/');
  const [toSide = '', toConcept = ''] = to.split('/');
  const test = from.endsWith('.test.ts') || from.startsWith('server/testing/');
  if (side === 'shared' && to.startsWith('node:') && !test) return 'shared code runs in the browser too';
  if (side === 'shared' && ['server', 'web'].includes(toSide)) return 'shared code knows neither side';
  if (side === 'web' && to.startsWith('node:') && !test) return 'web code runs in the browser';
  if (side === 'web' && toSide === 'server') return 'the web application talks to the server over the API only';
  if (side === 'server' && toSide === 'web' && !test) return 'the server does not know the web application';
  if (toSide === 'server' && toConcept === 'testing' && side !== 'e2e' && !test) return 'only tests use test code';
  if (side === 'server' && toSide === 'server' && concept !== toConcept && /\bqueries\.ts$/.test(to) && !test) {
    return `call a verb of server/${toConcept} instead of its SQL`;
  }
  if (side === 'web' && toSide === 'web' && rank(from) < rank(to)) return 'imports in web point from routes to ui';
  return undefined;
}

function rank(file: string): number {
  const [, folder = '', rest] = file.split('/');
  if (base.includes(folder)) return 0;
  return rest === undefined || folder === 'layout' ? 2 : 1;
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : specifier;
}

const findings: string[] = [];
for (const file of sourceFiles('server', 'shared', 'web', 'e2e')) {
  for (const match of file.text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)) {
    const to = target(file.path, match[1] ?? '');
    const reason = forbidden(file.path, to);
    if (reason) findings.push(`${file.path} imports ${to}: ${reason}`);
  }
}
finish(findings, 'Repair: move what both need to the side that may be imported (CONTRIBUTING.md).');
