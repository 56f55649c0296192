import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Returns the commands of a page in docs/operate that are marked `bash`, in order. */
export async function manualCommands(page: string): Promise<string[]> {
  const text = await readFile(path.resolve(import.meta.dirname, '../../docs/operate', page), 'utf8');
  const blocks = text.matchAll(/^( *)```bash\n(.*?)^ *```/gms);
  return [...blocks].map(([, indent, command]) => command!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}
