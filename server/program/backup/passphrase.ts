import { readFile } from 'node:fs/promises';
import { StartError } from '#server/platform/start-error.ts';

const shortest = 12;

/** The source of a passphrase. */
interface Wanted {
  /** The prompt, for example "Passphrase of the backup". */
  label: string;
  /** By default, the program prompts. */
  file: string | undefined;
  /** The option that names such a file. */
  option: string;
  /** Asks twice and refuses a short passphrase. */
  isNew: boolean;
}

/** Returns a passphrase from file or terminal, or raises a StartError. */
export async function readPassphrase({ label, file, option, isNew }: Wanted): Promise<string> {
  const text = file === undefined ? await ask(`${label}: `, option) : await fromFile(file);
  if (isNew && text.length < shortest) throw new StartError(`${label}: at least ${shortest} characters are needed.`);
  if (isNew && file === undefined && (await ask('Once more: ', option)) !== text)
    throw new StartError('These are two different passphrases: nothing was written.');
  return text;
}

async function fromFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} can't be read (${error.code}).`, { cause: error });
  });
  const [line = ''] = text.split(/\r?\n/, 1);
  if (!line) throw new StartError(`${file} has no passphrase in its first line.`);
  return line;
}

/** Prompts without showing the input. */
function ask(question: string, option: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw new StartError(`There is no terminal to ask for a passphrase: name a file with ${option}.`);
  stdin.setRawMode(true);
  stderr.write(question);
  stdin.setEncoding('utf8');
  stdin.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (finish: () => void) => {
      stdin.setRawMode(false);
      stdin.pause();
      stdin.off('data', take);
      stderr.write('\n');
      finish();
    };
    const take = (text: string) => {
      for (const key of text) {
        if (key === '\r' || key === '\n') return end(() => resolve(typed));
        if (key === '\u0003' || key === '\u0004')
          return end(() => reject(new StartError('Cancelled: nothing was changed.')));
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key;
      }
    };
    stdin.on('data', take);
  });
}
