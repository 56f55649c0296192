import path from 'node:path';
import type { SourceFile } from './source-files.ts';

/** The content of folders, lowest floor first. Unlisted folders are free. */
export type Floors = Readonly<Record<string, readonly (readonly string[])[]>>;

interface Import {
  to: string;
  /** Gone at run time. */
  isType: boolean;
  /** An import that runs on demand. */
  isLazy: boolean;
}

const most = 30;

/** Returns the faults of imports and locations, each a sentence. */
export function boundaryFindings(files: SourceFile[], floors: Floors): string[] {
  const imports = files.flatMap((file) =>
    importsOf(file).flatMap((one) => {
      const reason = forbidden(file.path, one) ?? upward(file.path, one, floors);
      return reason ? [`${file.path} imports ${one.to}: ${reason}`] : [];
    }),
  );
  const paths = files.map((file) => file.path);
  return [...imports, ...misplaced(paths, floors), ...crowded(paths)];
}

const statement =
  /^\s*(?:import|export)\s+([\w$\s{},*]*?)\s*\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

export function importsOf({ path: from, text }: SourceFile): Import[] {
  return [...text.matchAll(statement)].map(([, names = '', named, bare, lazy]) => ({
    to: target(from, named ?? bare ?? lazy ?? ''),
    isType: isTypeOnly(names),
    isLazy: lazy !== undefined,
  }));
}

function isTypeOnly(names: string): boolean {
  if (/^type\s/.test(names)) return true;
  const inner =
    /^\{([^}]*)\}$/
      .exec(names)?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '') ?? [];
  return inner.length > 0 && inner.every((name) => /^\s*type\s/.test(name));
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : specifier;
}

const isTest = (file: string) => file.endsWith('.test.ts') || /^(testing|e2e|faults|bench|interop)\//.test(file);

function forbidden(from: string, { to, isLazy }: Import): string | undefined {
  const [side = '', wing = ''] = from.split('/');
  const [toSide = '', toWing = ''] = to.split('/');
  const test = isTest(from);
  if (side === 'shared' && to.startsWith('node:') && !test) return 'shared code runs in the browser too';
  if (side === 'shared' && ['server', 'web'].includes(toSide)) return 'shared code knows neither side';
  if (toSide === 'demo' && side !== 'demo' && !(isLazy && from === 'server/program/seed/seed.ts')) {
    return 'the product runs without demo: only server/program/seed/seed.ts imports it, when it is asked for';
  }
  if (side === 'web' && to.startsWith('node:') && !test) return 'web code runs in the browser';
  if (side === 'web' && toSide === 'server') return 'the web application talks to the server over the API only';
  if ((side === 'server' || side === 'demo') && toSide === 'web' && !test)
    return 'the server does not know the web application';
  if (toSide === 'testing' && !test) return 'only tests use test code';
  if (side === 'server' && toSide === 'server' && wing !== toWing && /\bqueries\.ts$/.test(to) && !test) {
    return `call a verb of server/${toWing} instead of its SQL`;
  }
  return undefined;
}

/** Returns a folder's child on the way to a file. */
const roomOf = (file: string, folder: string) =>
  file
    .slice(folder.length + 1)
    .split('/')[0]!
    .replace(/\.\w+$/, '');

function upward(from: string, { to, isType }: Import, floors: Floors): string | undefined {
  if (isTest(from)) return undefined;
  // Between wings, types only point down; inside, from any floor.
  const folders = Object.keys(floors).filter(
    (folder) => (!isType || folder === 'server') && [from, to].every((file) => file.startsWith(`${folder}/`)),
  );
  return folders.map((folder) => upwardIn(folder, floors[folder]!, from, to)).find((reason) => reason !== undefined);
}

function upwardIn(folder: string, floors: Floors[string], from: string, to: string): string | undefined {
  const [room = '', toRoom = ''] = [from, to].map((file) => roomOf(file, folder));
  if (room === toRoom) return undefined;
  const [own = -1, other = -1] = [room, toRoom].map((name) => floors.findIndex((floor) => floor.includes(name)));
  if (own < 0 || other < own) return undefined; // a name without a floor has one finding of its own
  const below = floors.slice(0, own).flat().reverse().join(', ') || 'a new floor';
  return other > own
    ? `${toRoom} stands above ${room}, so what both need belongs in ${folder}/${room} or below it (${below})`
    : `${toRoom} stands beside ${room}, so what both need belongs below them (${below})`;
}

function misplaced(paths: string[], floors: Floors): string[] {
  return Object.entries(floors).flatMap(([folder, list]) => {
    const listed = new Set(list.flat());
    const inside = paths.filter((file) => file.startsWith(`${folder}/`) && !isTest(file));
    const rooms = new Set(inside.map((file) => roomOf(file, folder)));
    return [
      ...[...rooms.difference(listed)].map((room) => `${folder}/${room} stands on no floor: list it`),
      ...[...listed.difference(rooms)].map((room) => `${folder}/${room} has a floor but is not there`),
    ];
  });
}

function crowded(paths: string[]): string[] {
  const sources = paths.filter((file) => /^(server|web)\//.test(file) && !file.endsWith('.test.ts'));
  return [...Map.groupBy(sources, path.posix.dirname)]
    .filter(([, { length }]) => length > most)
    .map(([folder, { length }]) => `${folder} has ${length} sources, more than ${most}: divide it by what they do`);
}
