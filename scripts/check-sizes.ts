// Files and functions stay short. A name means one thing.
import { doubleNames } from './double-names.ts';
import { longFunctions } from './long-functions.ts';
import { finish, sourceFiles } from './source-files.ts';

const longest = 250;
/** Of tests and what only they and the scripts use. */
const longestOfTests = 400;
const longestFunction = 80;
/** Lower it when one is divided; the aim is 0. */
const mostLong = 0;
/** Names that test factories share with verbs, for the same thing. */
const namesOfFactories = new Set(
  'createEvent createGroup createMailingList createPerson createReport createShift createUser'.split(' '),
);

const files = sourceFiles('server', 'testing', 'shared', 'web', 'demo', 'scripts', 'e2e', 'bench', 'faults', 'interop');
const sizes = files
  .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  .sort((a, b) => b.lines - a.lines);
const isOfTests = (path: string) => /\.(?:test|spec)\.tsx?$|^(?:testing|scripts|e2e)\//.test(path);
const findings = sizes.flatMap(({ path, lines }) => {
  const most = isOfTests(path) ? longestOfTests : longest;
  return lines > most ? [`${path} has ${lines} lines, more than ${most}`] : [];
});
const functions = longFunctions(files, longestFunction);
if (functions.length > mostLong) {
  findings.push(`${functions.length} functions have more than ${longestFunction} lines, more than ${mostLong}:`);
  findings.push(...functions.map(({ path, name, lines }) => `  ${path} ${name} ${lines}`));
}
for (const [name, paths] of doubleNames(files)) {
  if (namesOfFactories.has(name) && paths.length === 2 && paths.includes('testing/factories.ts')) continue;
  findings.push(`${name} is exported by several files of a side: ${paths.join(' ')}`);
}
finish(
  findings,
  'Repair: move what belongs together into a file or function of its own, named after what it does; rename what differs.',
);
