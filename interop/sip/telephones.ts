import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A program that plays a PBX or a telephone, in a folder of its own. */
export interface Played {
  folder: string;
  /** The output so far. */
  printed(): string;
  /** Types a line. */
  type(line: string): void;
  /** Resolves to its code when it ends. */
  ended: Promise<number | null>;
  end(): Promise<void>;
}

/** Starts a program with files in its folder; `{folder}` in arguments is that folder. */
export async function play(
  program: string,
  options: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<Played> {
  const folder = await mkdtemp(path.join(tmpdir(), 'meldekette-sip-'));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const child: ChildProcess = spawn(
    program,
    options.map((option) => option.replaceAll('{folder}', folder)),
    { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, HOME: folder }, detached: true },
  );
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  child.stdin!.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    folder,
    printed: () => text,
    type: (line) => void child.stdin!.write(`${line}\n`),
    ended,
    async end() {
      try {
        process.kill(-child.pid!, 'SIGKILL'); // with its own processes
      } catch {
        // it has ended
      }
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
