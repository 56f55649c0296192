import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { lintFindings } from './migration-lint.ts';

test('finds statements that lock a table for long or break the previous release', async (t) => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-lint-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const file = path.join(dir, '0091_x.sql');
  const rulesOf = async (text: string) => {
    await writeFile(file, text);
    return lintFindings([file]).map((line) => / warning: (\S+)/.exec(line)?.[1] ?? line);
  };
  const cases: Record<string, string[]> = {
    'alter table people add column note text;': [],
    'alter table people add column marked boolean not null default false;': [],
    'create table notes (id int generated always as identity primary key, person_id int not null references people);':
      [],
    'create index people_note_idx on people (note);': ['require-concurrent-index-creation'],
    '-- squawk-ignore require-concurrent-index-creation\ncreate index people_note_idx on people (note);': [],
    'alter table people add column note text not null;': ['adding-required-field'],
    'alter table people drop column note;': ['ban-drop-column'],
    'drop table notes;': ['ban-drop-table'],
    'alter table people rename column note to remark;': ['renaming-column'],
    'alter table people rename to persons;': ['renaming-table'],
    'alter table people alter column note type int;': ['changing-column-type'],
    'alter table people add constraint c check (id > 0);': ['constraint-missing-not-valid'],
  };
  for (const [text, rules] of Object.entries(cases)) assert.deepEqual(await rulesOf(text), rules, text);
});
