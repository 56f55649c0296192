import { parseArgs } from 'node:util';
import { configVariables } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';

const usage = `usage: npm start
         starts Meldekette: a supervisor, a worker and web processes, or with ROLES one process by itself
       npm start -- --accept-new-key
         makes the present SECRET_KEY the one of the database, for an installation whose key is lost
       npm start -- --from FILE [--passphrase-file FILE | --identity FILE] [--key-passphrase-file FILE]
         starts an emergency copy of the installation in an empty DATA_DIR, from an encrypted backup; it sends nothing until a
         person releases it on its page. On the same DATA_DIR, goes on with the copy
       npm start -- --help
         prints this text and starts nothing`;

const width = 100;

/** The backup of an emergency copy, and the files of its secrets. */
export interface CopyArguments {
  from: string;
  'passphrase-file': string | undefined;
  identity: string | undefined;
  'key-passphrase-file': string | undefined;
}

interface StartArguments {
  acceptsNewKey: boolean;
  copy: CopyArguments | null;
}

/** Reads the arguments, or prints the help and ends. */
export function readArguments(args: readonly string[] = process.argv.slice(2)): StartArguments {
  const { help, 'accept-new-key': acceptsNewKey, from, ...secrets } = parse(args);
  if (help) {
    process.stdout.write(helpText());
    process.exit(0);
  }
  const { 'passphrase-file': passphrase, identity, 'key-passphrase-file': key } = secrets;
  const isContradictory = from === undefined ? (passphrase ?? identity ?? key) !== undefined : Boolean(acceptsNewKey);
  if (isContradictory || (passphrase !== undefined && identity !== undefined))
    throw new StartError(`Wrong combination of arguments: ${args.join(' ')}. See npm start -- --help.`);
  const copy = { 'passphrase-file': passphrase, identity, 'key-passphrase-file': key };
  return { acceptsNewKey: acceptsNewKey ?? false, copy: from === undefined ? null : { from, ...copy } };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        'accept-new-key': { type: 'boolean' },
        from: { type: 'string' },
        'passphrase-file': { type: 'string' },
        identity: { type: 'string' },
        'key-passphrase-file': { type: 'string' },
      },
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
