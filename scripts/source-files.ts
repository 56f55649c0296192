import { globSync, readFileSync } from 'node:fs';

/** A source file with its text. The path is relative to the root and uses slashes. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Returns all handwritten code below the given folders. Style rules do not apply to generated files. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(gen|d)\.ts$|^web\/dist/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Prints the findings and how to repair them, and ends the process with the outcome of the check. */
export function finish(findings: string[], repair: string): never {
  for (const finding of findings) console.error(finding);
  if (findings.length) console.error(repair);
  process.exit(findings.length ? 1 : 0);
}
