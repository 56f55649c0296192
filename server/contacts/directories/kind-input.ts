import path from 'node:path';
import { requiredText } from '#server/api/input.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { DirectoryKind } from '#shared/directories.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { parseScimPath } from './scim/scim-filter.ts';

const bad = (field: string, key: RefusalKey) => new Refusal(key, { [field]: key });

const longestName = 200;

/** Returns a SCIM attribute's path or a column's header. */
export function mappedNameInput(field: string, given: string | null | undefined, kind: DirectoryKind): string {
  const name = requiredText(field, given, longestName);
  if (kind !== 'scim') return name;
  try {
    if (parseScimPath(name).attribute) return name;
  } catch {
    // below
  }
  throw bad(field, 'error_directory_attribute');
}

/** Returns a file's address: https://…, or file:name in the permitted folder. */
export function csvAddressInput(given: string | null | undefined): string {
  const text = requiredText('url', given, limits.lineMaximum);
  if (text.startsWith('file:')) return fileInput(text.slice('file:'.length));
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || !url.hostname || url.username || url.password || url.hash)
    throw bad('url', 'error_directory_file_address');
  return url.href;
}

function fileInput(name: string): string {
  const parts = name.split('/');
  const isOutside = path.isAbsolute(name) || parts.some((part) => ['', '.', '..'].includes(part));
  if (isOutside || /[\p{Cc}\\:]/u.test(name)) throw bad('url', 'error_directory_file_address');
  return `file:${name}`;
}
