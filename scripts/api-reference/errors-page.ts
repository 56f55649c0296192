import { readFile } from 'node:fs/promises';
import { httpStatus } from '#server/platform/errors.ts';
import type { RefusalCode } from '#shared/refusal-code.ts';
import { refusals } from '#shared/refusals.ts';

const meanings: Readonly<Record<RefusalCode, string>> = {
  UNAUTHENTICATED: 'The token, key or password is missing or invalid.',
  FORBIDDEN: 'The user or key may not do that.',
  NOT_FOUND: 'There is no such row, or the user may not see it.',
  BAD_USER_INPUT: 'A value is wrong. `fields` names the arguments, each with a key of its own.',
  CONFLICT: 'The current state does not allow that.',
  RATE_LIMITED: 'Too many requests. Repeat it after the seconds of `Retry-After`.',
  INTERNAL: 'A fault of the program. `id` is the id of its entry in the log.',
  UNAVAILABLE: 'The database is unreachable. Repeat it after the seconds of `Retry-After`.',
};

/** Returns the page of all errors, with their English texts. */
export async function errorsPage(): Promise<string> {
  const texts = JSON.parse(await readFile('web/public/locales/en/apiMessage.json', 'utf8')) as Record<string, string>;
  const classes = (Object.keys(meanings) as RefusalCode[]).map(
    (code) => `| \`${code}\` | ${httpStatus(code)} | ${meanings[code]} |`,
  );
  const keys = Object.entries(refusals)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, code]) =>
        `| \`${key}\` | \`${code}\` | ${(texts[key] ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')} |`,
    );
  return `# Errors

An error of GraphQL is an entry of \`errors\`: \`message\` is a key from the list below, \`extensions.code\` its class, and
\`extensions.fields\` the keys of wrong arguments. REST answers with the status of the class and
\`{"message": "…", "fields": {…}}\`. GraphQL answers with status 200, except for 401, 503, and requests that it can't read (400,
413, 415).

## Classes

| Class | Status | Meaning |
|---|---|---|
${classes.join('\n')}

## Keys

This list is generated (\`npm run generate\`).

| Key | Class | Text in the user interface |
|---|---|---|
${keys.join('\n')}
`;
}
