// Subjects stay short. Reads the newest available commits.
import { spawnSync } from 'node:child_process';
import { finish } from './source-files.ts';
import { subjectFindings } from './subjects.ts';

const newest = 50;

const { stdout } = spawnSync('git', ['log', '--no-merges', `--max-count=${newest}`, '--format=%h %s'], {
  encoding: 'utf8',
});
finish(subjectFindings((stdout ?? '').split('\n')), 'Repair: git commit --amend, or git rebase -i (CONTRIBUTING.md).');
