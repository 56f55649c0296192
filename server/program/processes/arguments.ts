import { parseArgs } from 'node:util';
import { configVariables } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';

const usage = `usage: npm start
         starts Meldekette: a supervisor, a worker and web processes, or with ROLES one process by itself
       npm start -- --accept-new-key
         makes the present SECRET_KEY the one of the database, for an installation whose key is lost
       npm start -- --help
         prints this text and starts nothing`;

const width = 100;

/** Reads the arguments, or prints the help and ends. */
export function readArguments(args: readonly string[] = process.argv.slice(2)): { acceptsNewKey: boolean } {
  const { help, 'accept-new-key': acceptsNewKey } = parse(args);
  if (help) {
    process.stdout.write(helpText());
    process.exit(0);
  }
  return { acceptsNewKey: acceptsNewKey ?? false };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { help: { type: 'boolean', short: 'h' }, 'accept-new-key': { type: 'boolean' } },
    }).values;
  } catch {
    throw new StartError(`There is no such argument: ${args.join(' ')}. See npm start -- --help.`);
  }
}

const helpText = () => `${usage}

Environment variables:
${configVariables.map(({ name, description }) => `  ${name}\n${wrapped(description)}`).join('\n')}
`;

/** Breaks a text into indented lines. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.map((line) => `      ${line}`).join('\n');
}
