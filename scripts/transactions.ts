import type { SourceFile } from './source-files.ts';

/** Returns transactions that bypass `inTransaction` and `withRetries`. */
export function transactionFindings(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (!/^server\/(?!platform\/database\/)/.test(path) || path.endsWith('.test.ts')) return [];
    return text
      .split('\n')
      .flatMap((line, index) =>
        /\.(?:transaction|startTransaction)\(\)/.test(line)
          ? [
              `${path}:${index + 1} begins a transaction by itself: inTransaction or withRetries (server/platform/database) does it`,
            ]
          : [],
      );
  });
}
