import { globSync, readFileSync } from 'node:fs';

/** Relative to the root, with slashes. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Returns handwritten code below folders. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(gen|d)\.ts$|^web\/dist/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Prints findings with the repair, and ends the process. */
export function finish(findings: string[], repair: string): never {
  for (const finding of findings) console.error(finding);
  if (findings.length) console.error(repair);
  process.exit(findings.length ? 1 : 0);
}
