import { existsSync } from 'node:fs';

/** The Debian packages without which these programs are missing. */
export const missing = (programs: Readonly<Record<string, string>>): string[] => [
  ...new Set(
    Object.entries(programs).flatMap(([program, debian]) =>
      existsSync(program) ? [] : [`the Debian package ${debian}`],
    ),
  ),
];
