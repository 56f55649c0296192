import type { SourceFile } from './source-files.ts';

const exported = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path);
const sideOf = (path: string) => /^(?:web|shared)\b/.exec(path)?.[0] ?? 'server';

export function doubleNames(files: readonly SourceFile[]): Map<string, string[]> {
  const definitions = files
    .filter(({ path }) => !isTest(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, text }) =>
      [...new Set([...text.matchAll(exported)].map(([, name = '']) => name))].map((name) => ({ name, path })),
    );
  return new Map(
    [...Map.groupBy(definitions, ({ name }) => name)]
      .map(([name, found]) => [name, found.map(({ path }) => path)] as const)
      .filter(([, paths]) => meets(paths))
      .map(([name, paths]) => [name, [...paths]]),
  );
}

function meets(paths: readonly string[]): boolean {
  const sides = paths.map(sideOf);
  return paths.length > 1 && (sides.includes('shared') || new Set(sides).size < sides.length);
}
