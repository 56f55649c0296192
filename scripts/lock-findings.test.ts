import assert from 'node:assert/strict';
import test from 'node:test';
import { type Locked, lockFindings } from './lock-findings.ts';

const sound: Locked = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' };
const findings = (packages: Record<string, Locked>, notice = '') =>
  lockFindings({ packages: { '': {}, ...packages } }, notice);

test('finds a package without checksum and one from another host', () => {
  assert.deepEqual(findings({ 'node_modules/a': sound }), []);
  for (const integrity of [undefined, 'sha1-x']) {
    const { integrity: _none, ...rest } = sound;
    const locked = integrity === undefined ? rest : { ...rest, integrity };
    assert.deepEqual(findings({ 'node_modules/a': locked }), ['package-lock.json: node_modules/a has no sha512']);
  }
  assert.deepEqual(findings({ 'node_modules/a': { ...sound, resolved: 'https://example.org/a.tgz' } }), [
    'package-lock.json: node_modules/a names where it comes from',
  ]);
});

test('NOTICE names exactly the shipped packages whose licence requires it', () => {
  const of = (license: string, more: Locked = {}) => ({
    'node_modules/x/node_modules/@s/a': { ...sound, license, ...more },
  });
  for (const license of ['(MIT OR EUPL-1.1+)', '(MIT AND Zlib)', 'MIT OR Apache-2.0']) {
    assert.deepEqual(findings(of(license)), [], license);
  }
  for (const license of ['MPL-2.0', 'Apache-2.0 AND LGPL-3.0-or-later', 'SEE LICENSE']) {
    assert.deepEqual(findings(of(license)), [`NOTICE: @s/a (${license}) is not named`]);
    assert.deepEqual(findings(of(license), `- \`@s/a\` (${license}): changed by nobody`), []);
    assert.deepEqual(findings(of(license, { dev: true })), []);
  }
  assert.deepEqual(findings(of('MIT'), '- `@s/a` (MPL-2.0)'), ['NOTICE: @s/a (MPL-2.0) is named in vain']);
});
