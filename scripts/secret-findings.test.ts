import assert from 'node:assert/strict';
import test from 'node:test';
import { secretFindings } from './secret-findings.ts';

// put together here, so that this file holds none
const planted: Record<string, string> = {
  'a private key': ['-----BEGIN RSA PRIV', `ATE KEY-----\n${'A'.repeat(64)}`].join(''),
  'a key of AWS': ['AK', `IA${'Q'.repeat(16)}`].join(''),
  'a token of GitHub': ['gh', `p_${'a'.repeat(36)}`].join(''),
  'a token of npm': ['np', `m_${'a'.repeat(36)}`].join(''),
  'a token of Slack': ['xo', 'xb-1234567890-abc'].join(''),
  'a key of Google': ['AI', `za${'b'.repeat(35)}`].join(''),
  'a live key of Stripe': ['sk_', `live_${'c'.repeat(24)}`].join(''),
  'a token with a signature': ['eyJ', `${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.${'c'.repeat(24)}`].join(''),
  'a key of an installation': ['mk', `_${'d'.repeat(43)}`].join(''),
  'a password in an address': ['postgres://melde', 'kette:sehr-geheim-4711@db.klinik.de/x'].join(''),
};

for (const [kind, secret] of Object.entries(planted)) {
  test(`finds ${kind} in files, with its line and without its value`, () => {
    const findings = secretFindings('docs/example.md', `one\ntwo\nkey = "${secret}"\n`);
    assert.deepEqual(findings, [`docs/example.md:3 ${kind}`]);
  });
}

test('accepts text that only resembles a secret', () => {
  for (const text of [
    'postgres://user:password-of-nobody@db.example.org/x',
    'https://example.org/a:b@c',
    'mk_…',
    'the line -----BEGIN PRIV' + 'ATE KEY----- begins a key',
  ])
    assert.deepEqual(secretFindings('x.md', text), [], text);
});
