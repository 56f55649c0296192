// Bundles the server into a few files for `npm start`, in a folder next to the sources (`dist.new`):
//   node scripts/bundle-server.mjs <folder>
// Modules keep the location of their source file, so they still find the files next to it.
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node scripts/bundle-server.mjs <folder>');

/** With own files or native code. */
const external = [/^sharp$/, /^pdfkit$/];

/** Matches the entry file of a process or a thread. */
const startedFile = /new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g;
const located = new RegExp(`${startedFile.source}|import\\.meta\\.(?:url|dirname)`, 'g');
const ownProviders = 'server/channels/own-providers.ts';

/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** @param {string} file */
const nameOf = (file) => file.replace(/^server\//, '').replaceAll('/', '.');

/** @returns {Record<string, string>} */
function entries() {
  const files = readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const started = files.flatMap((file) =>
    [...read(file).matchAll(startedFile)].map(([, name = '']) => path.posix.join(path.posix.dirname(file), name)),
  );
  return Object.fromEntries(['server/program/main', ...started].map((file) => [nameOf(file), `${file}.ts`]));
}

/** Returns the imports that replace a folder of providers. */
function providerImports() {
  const files = readdirSync(path.join(root, 'server/channels/providers'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
  const imports = files.map((file, n) => `import p${n} from './providers/${file}';`);
  const list = files.map((file, n) => `[${JSON.stringify(file.slice(0, -'.ts'.length))}, p${n}]`);
  return `${imports.join('\n')}\nexport const ownProviders = [${list.join(', ')}];\n`;
}

/** @type {import('rolldown').Plugin} */
const keepLocations = {
  name: 'keep-locations',
  load(id) {
    return id === path.join(root, ownProviders) ? { code: providerImports(), moduleType: 'js' } : null;
  },
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const file = path.relative(root, id).replaceAll('\\', '/');
    const location = path.posix.dirname(file);
    return code.replace(located, (found, started) => {
      if (started) return `new URL('./${nameOf(path.posix.join(location, started))}.mjs', import.meta.url)`;
      return found === 'import.meta.url'
        ? `new URL('../${file}', import.meta.url).href`
        : `(import.meta.dirname + '/../${location}')`;
    });
  },
};

const builtin = '\0builtin:';

/**
 * Takes modules of Node as they are. An import of one reads each of its exports, and one of `http` loads an HTTP client of
 * 15,000 lines.
 * @type {import('rolldown').Plugin}
 */
const plainBuiltins = {
  name: 'plain-builtins',
  // the bundler's own runtime needs that of `module`
  resolveId: (source) => (isBuiltin(source) && !/^(node:)?module$/.test(source) ? builtin + source : null),
  load: (id) =>
    id.startsWith(builtin)
      ? { code: `module.exports = process.getBuiltinModule('${id.slice(builtin.length)}');`, moduleType: 'js' }
      : null,
};

// Libraries load these parts at each start, and only settings that the server doesn't use call them.
/** @type {Readonly<Record<string, string>>} */
const unusedParts = {
  // for log transports, which also make each process parse the source map of the bundle: a tenth of a second
  'pino/lib/caller.js': 'module.exports = () => [];',
  'pino/lib/transport.js': 'module.exports = undefined;',
  // schedules of pg-boss (decision 135)
  'cron-parser/': 'module.exports = {};',
  'rrule-temporal/': 'module.exports = {};',
  // style attributes, which the server removes
  'postcss/lib/postcss.js': 'module.exports = {};',
  // schemas of routes
  '@fastify/ajv-compiler/index.js': 'module.exports = () => undefined;',
  '@fastify/fast-json-stringify-compiler/index.js': 'module.exports = () => undefined;',
  // Fastify's `inject`
  'light-my-request/index.js': 'module.exports = undefined;',
  // files served without a wildcard
  'glob/': 'module.exports = {};',
  // traces beside metrics
  '@opentelemetry/api/': 'module.exports = {};',
};
const foundParts = new Set();

/** @type {import('rolldown').Plugin} */
const leaveOutUnusedParts = {
  name: 'leave-out-unused-parts',
  load(id) {
    const file = id.replaceAll('\\', '/').split('/node_modules/').at(-1) ?? '';
    const [part, code] = Object.entries(unusedParts).find(([known]) => file.startsWith(known)) ?? [];
    if (code === undefined) return null;
    foundParts.add(part);
    return { code, moduleType: 'js' };
  },
  buildEnd() {
    const missing = Object.keys(unusedParts).filter((part) => !foundParts.has(part));
    if (missing.length) throw new Error(`Nothing loads ${missing.join(', ')} any more; remove it from unusedParts.`);
  },
};

/**
 * Makes the files ASCII: Node decodes such a file several times as fast, and V8 keeps it in half of the memory. `charset` leaves
 * comments and tagged templates as they are.
 * @type {import('rolldown').Plugin}
 */
const onlyAscii = {
  name: 'only-ascii',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replace(/^\/[/*]!.*$/gm, (comment) => comment.replace(/[^\0-\x7f]/g, '?'));
      const found = /.{0,40}[^\0-\x7f]/.exec(file.code)?.[0];
      if (found) console.error(`Not ASCII, which takes twice the memory. Write it with \\u, or as a value: ${found}`);
    }
  },
};

const bundle = await rolldown({
  cwd: root,
  input: entries(),
  platform: 'node',
  external,
  plugins: [keepLocations, plainBuiltins, leaveOutUnusedParts, onlyAscii],
  logLevel: 'warn',
  // the plugins change no line
  checks: { sourcemapBroken: false },
});
await bundle.write({
  dir: folder,
  format: 'esm',
  charset: 'ascii',
  sourcemap: true,
  sourcemapExcludeSources: true,
  minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } }, // less to read at each start
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
