// Dumps and restores with PostgreSQL's own programs. The gate runs the same tests, but skips them where PostgreSQL is missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '#server/platform/database/dump.test.ts';
import { findSystemPostgres } from './postgres/programs.ts';

test('finds PostgreSQL', () => {
  assert.ok(findSystemPostgres(), 'the Debian packages postgresql and postgresql-client are missing');
});
