import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
let file: Promise<string> | undefined;

export function programFile(): Promise<string> {
  file ??= promisify(execFile)(process.execPath, ['scripts/build-server.mjs'], { cwd: root, encoding: 'utf8' }).then(
    ({ stdout }) => path.join(root, stdout.trim()),
  );
  return file;
}
