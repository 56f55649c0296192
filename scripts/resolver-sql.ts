import type { SourceFile } from './source-files.ts';

const declaresFields = /from '(?:#server\/api\/graphql|\.)\/builder\.ts'/;
const statement = /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;

/** Files that declare fields contain no SQL. */
export function resolverSqlFindings(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (path.endsWith('.test.ts') || !declaresFields.test(text)) return [];
    return text.split('\n').flatMap((line, index) => {
      const found = statement.exec(line)?.[0];
      return found
        ? [`${path}:${index + 1} has SQL (${found}) beside its fields: it belongs into a reader (queries.ts)`]
        : [];
    });
  });
}
