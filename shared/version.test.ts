import assert from 'node:assert/strict';
import test from 'node:test';
import manifest from '../package.json' with { type: 'json' };
import { version } from './version.ts';

test('the interface shows the version of the package', () => {
  assert.equal(manifest.version.split('.').slice(0, 2).join('.'), version);
});
