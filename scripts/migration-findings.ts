import { createHash } from 'node:crypto';

/** A migration: its file name and its text. */
export interface MigrationFile {
  name: string;
  text: string;
}

const numberOf = (name: string) => name.slice(0, 4);

/** Returns recorded SHA-256s (`sha256sum`). */
function recordedIn(sums: string): Map<string, string> {
  const lines = sums.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Adds missing lines; others stay, so that changes are found. */
export function withNewSums(sums: string, files: readonly MigrationFile[]): string {
  const recorded = recordedIn(sums);
  const missing = files.filter(({ name }) => !recorded.has(name));
  return sums + missing.map(({ name, text }) => `${sumOf(text)}  ${name}\n`).join('');
}

/** Returns changed, unrecorded or missing migrations. */
export function sumFindings(sums: string, files: readonly MigrationFile[]): string[] {
  const recorded = recordedIn(sums);
  const present = new Map(files.map(({ name, text }) => [name, sumOf(text)]));
  const gone = [...recorded.keys()].filter((name) => !present.has(name));
  return [
    ...files.flatMap(({ name }) => {
      if (!recorded.has(name)) return [`${name} has no line in migrations/SHA256SUMS`];
      return recorded.get(name) === present.get(name) ? [] : [`${name} was changed after it had been recorded`];
    }),
    ...gone.map((name) => `${name} was removed or renamed`),
  ];
}

/** Returns new migrations that silence the linter and are missing below "Upgrade" in `changelog`. */
export function unnamedFindings(files: readonly MigrationFile[], changelog: string): string[] {
  const sections = changelog.split(/^#### Upgrade$/m).slice(1);
  const notes = sections.map((section) => section.split(/^#{2,4} /m, 1)[0]).join('');
  return files
    .filter(
      ({ name, text }) => /^-- (?:squawk-ignore|unused by)/m.test(text) && !notes.includes(`\`${numberOf(name)}\``),
    )
    .map(({ name }) => `${name} silences a rule, and no "Upgrade" section of CHANGELOG.md names \`${numberOf(name)}\``);
}

const dropped = /\bdrop\s+(?:function|procedure|view|materialized\s+view|type)\s+(?:if\s+exists\s+)?([\w.]+)/gi;
const created = /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure|view|materialized\s+view|type)\s+([\w.]+)/gi;

const unused = /^-- unused by the previous release: ([\w.]+)$/gm;

/** Returns dropped functions, views and types that aren't marked as unused. */
export function droppedFindings(files: readonly MigrationFile[]): string[] {
  return files.flatMap(({ name, text }) => {
    const names = [...text.matchAll(created), ...text.matchAll(unused)].map(([, object]) => object!.toLowerCase());
    const again = new Set(names);
    return [...text.matchAll(dropped)]
      .map(([, object]) => object!)
      .filter((object) => !again.has(object.toLowerCase()))
      .map((object) => `${name} drops ${object}, which the previous release may use`);
  });
}
