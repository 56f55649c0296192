import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** A built release of the program. */
export interface Release {
  commit: string;
  /** The file to start. */
  program: string;
}

/**
 * Builds the server of a commit in an empty folder, with the packages and the built web application of this one, and with one
 * more migration if wanted.
 */
export async function buildRelease(dir: string, revision: string, migration?: string): Promise<Release> {
  const commit = await git('rev-parse', '--verify', `${revision}^{commit}`);
  const archive = path.join(dir, 'release.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', dir]);
  await symlink(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
  await mkdir(path.join(dir, 'web'), { recursive: true });
  await symlink(path.join(root, 'web/dist'), path.join(dir, 'web/dist'));
  if (migration) await writeFile(path.join(dir, 'migrations/9999_trial.sql'), migration);
  await run(process.execPath, ['scripts/bundle-server.mjs', 'dist'], { cwd: dir });
  return { commit, program: path.join(dir, 'dist/program.main.mjs') };
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: root });
  return stdout.trim();
}

/** Writes the configuration of a proxy that checks the readiness of two nodes twice a second. */
export async function writeProxy(file: string, port: number, nodes: readonly number[]): Promise<void> {
  const servers = nodes.map((node, n) => `  server node${n + 1} 127.0.0.1:${node} check`);
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 3s
  option redispatch
frontend meldekette
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz
  default-server inter 500ms fall 3 rise 1
${servers.join('\n')}
`,
  );
}
