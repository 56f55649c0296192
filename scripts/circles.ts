import { importsOf } from './boundaries.ts';
import type { SourceFile } from './source-files.ts';

/** Type imports that may close a circle, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'shared/administration/entity.ts imports shared/administration/entities.ts': 'names follow from the list of entities',
  'shared/administration/translated.ts imports shared/administration/entity.ts': 'describes the fields that it adds',
};

/** Returns circles of imports, types included, without lazy ones. */
export function circleFindings(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const graph = new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .filter(({ to, isLazy }) => !isLazy && paths.has(to) && !(`${file.path} imports ${to}` in allowed))
        .map(({ to }) => to),
    ]),
  );
  return circlesIn(graph).map(
    (circle) => `${[...circle, circle[0]].join(' imports ')}: move what both need into a third file`,
  );
}

function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (at: string, trail: readonly string[]) => {
    const start = trail.indexOf(at);
    if (start >= 0) found.push(trail.slice(start));
    if (start >= 0 || done.has(at)) return;
    for (const next of graph.get(at) ?? []) walk(next, [...trail, at]);
    done.add(at);
  };
  for (const path of graph.keys()) walk(path, []);
  return found;
}
