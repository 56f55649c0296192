// Files stay short, so that each can be read at once and has one reason to exist.
import { finish, sourceFiles } from './source-files.ts';

const longest = 400;
const usual = 250;
const share = 0.95;

const sizes = sourceFiles('server', 'testing', 'shared', 'web', 'demo', 'scripts', 'e2e', 'bench', 'faults', 'interop')
  .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  .sort((a, b) => b.lines - a.lines);
const long = sizes.filter(({ lines }) => lines > usual);
const findings = sizes
  .filter(({ lines }) => lines > longest)
  .map(({ path, lines }) => `${path} has ${lines} lines, more than ${longest}`);
if (long.length > sizes.length * (1 - share)) {
  findings.push(`${long.length} of ${sizes.length} files have more than ${usual} lines; ${share * 100} % must not:`);
  findings.push(...long.map(({ path, lines }) => `  ${path} ${lines}`));
}
finish(findings, 'Repair: move what belongs together into a file of its own, named after what it does.');
