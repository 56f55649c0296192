import { isDatabaseAway } from '#server/platform/database/away.ts';
import { KnownFault } from '../known-fault.ts';

/** A text key, and a sentence for the log. */
export interface BackupFault {
  error: string;
  detail: string;
}

const byCode: Record<string, string> = {
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'no_space',
  ENOENT: 'no_folder',
  ENOTDIR: 'no_folder',
  EACCES: 'not_writable',
  EPERM: 'not_writable',
  EROFS: 'not_writable',
};

// their messages quote rows
const valuesIn = /^2[23]...$/;

/** Returns the failure of a backup or a proof. */
export function faultOf(error: unknown): BackupFault {
  const { code, cause } = error as Error & { code?: string; cause?: { code?: string } };
  const state = [code, cause?.code].find((one) => valuesIn.test(one ?? ''));
  const message = state ? `PostgreSQL refused a row (${state}).` : (error as Error).message;
  if (error instanceof KnownFault) return { error: error.key, detail: message };
  if (isDatabaseAway(error)) return { error: 'database', detail: message };
  return { error: byCode[cause?.code ?? code ?? ''] ?? 'failed', detail: message };
}
