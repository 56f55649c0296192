import type { SourceFile } from './source-files.ts';

/** The server begins transactions by `inTransaction` or `durably`, so that each tells what it publishes once, at its end. */
export function transactionFindings(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (!/^server\/(?!platform\/database\/)/.test(path) || path.endsWith('.test.ts')) return [];
    return text
      .split('\n')
      .flatMap((line, index) =>
        /\.(?:transaction|startTransaction)\(\)/.test(line)
          ? [
              `${path}:${index + 1} begins a transaction by itself: inTransaction or durably (server/platform/database) does it`,
            ]
          : [],
      );
  });
}
