import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

const folder = '.github/workflows';

for (const file of readdirSync(folder)) {
  test(`${file}: actions are pinned, read-only and without secrets`, () => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const used = [...text.matchAll(/\buses:\s*(\S+)/g)].map(([, action]) => action!);
    assert.ok(used.length > 0);
    for (const action of used) assert.match(action, /@[0-9a-f]{40}$/);
    assert.match(text, /^permissions:\n {2}contents: read\n(?! )/m);
    assert.equal([...text.matchAll(/\bpermissions:/g)].length, 1);
    assert.doesNotMatch(text, /\bsecrets\b|pull_request_target|\bwrite\b/);
    for (const [, value] of text.matchAll(/persist-credentials:\s*(\S+)/g)) assert.equal(value, 'false');
    assert.equal((text.match(/actions\/checkout@/g) ?? []).length, (text.match(/persist-credentials/g) ?? []).length);
  });
}
