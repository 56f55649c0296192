import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** The command for a browser; `env` adds to the environment. */
export interface Browser {
  executablePath: string;
  env?: Record<string, string>;
}

/** Finds Chromium: CHROMIUM_PATH, the system's, an npm package's, Playwright's. */
export function findChromium(): Browser {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return { executablePath: given };
  const system = onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
  return system ?? fromPackage() ?? { executablePath: chromium.executablePath() };
}

function onPath(...names: string[]): Browser | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const executablePath = files.find((file) => existsSync(file));
  return executablePath ? { executablePath } : undefined;
}

// The package reuses files in $TMPDIR, even of others, so each version gets a folder by rename.
function fromPackage(): Browser | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const manifest = path.resolve('node_modules/@sparticuz/chromium/package.json');
  if (!existsSync(manifest)) return undefined;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = path.resolve('node_modules/.cache', `chromium-${version}`);
  if (!existsSync(folder)) unpack(folder);
  const executablePath = path.join(folder, 'chromium');
  if (spawnSync(executablePath, ['--version']).status === 0) return { executablePath };
  // For slim systems; the package has libraries for Amazon Linux.
  const env = { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), FONTCONFIG_PATH: path.join(folder, 'fonts') };
  return { executablePath, env };
}

function unpack(folder: string): void {
  mkdirSync(path.dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}.new-`);
  const program = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }, // makes it unpack the libraries too
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the browser of @sparticuz/chromium could not be unpacked: ${stderr}`);
  if (existsSync(folder)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, folder);
}
