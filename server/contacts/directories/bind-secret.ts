import type { Secrets } from '#server/platform/secrets.ts';
import { seal, unseal } from '#server/platform/secrets.ts';

const contextOf = (directoryId: number) => `directories/${directoryId}`;

/** Seals the password of a directory's account. */
export const sealBindPassword = ({ store }: Secrets, directoryId: number, password: string): Buffer =>
  seal(store, contextOf(directoryId), password);

/** Null without one, undefined if sealed with another key. */
export function bindPasswordOf(
  { store }: Secrets,
  { id, bindPassword }: { id: number; bindPassword: Buffer | null },
): string | null | undefined {
  if (bindPassword === null) return null;
  try {
    return unseal<string>(store, contextOf(id), bindPassword);
  } catch {
    return undefined;
  }
}
