import type { Secrets } from '#server/platform/secrets.ts';
import { seal, unseal } from '#server/platform/secrets.ts';

const contextOf = (directoryId: number) => `directories/${directoryId}`;

/** Returns the password of a directory's account as the database keeps it. */
export const sealBindPassword = ({ store }: Secrets, directoryId: number, password: string): Buffer =>
  seal(store, contextOf(directoryId), password);

/** Returns the password: null without one, undefined if it was sealed with another key. */
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
