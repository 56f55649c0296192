import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Adapter } from './channel.ts';

const require = createRequire(import.meta.url); // import() would make every module above this one wait

export function readProviders(folder: string): [string, Adapter][] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return files.sort().map((file) => {
    const { default: adapter } = require(path.join(folder, file)) as { default: Adapter };
    return [file.slice(0, -'.ts'.length), adapter];
  });
}
