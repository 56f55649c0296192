import { databaseAway, isDatabaseAway } from '#server/platform/database/away.ts';
import { lacksRights } from '#server/platform/database/refuse-database.ts';
import { exitCodes, StartError } from '#server/platform/start-error.ts';

const files = new Set('ENOENT EACCES EPERM EROFS ENOTDIR EISDIR ENOSPC EDQUOT EEXIST EMFILE ENAMETOOLONG'.split(' '));
const longestReason = 300;

export function inWords(error: unknown): StartError {
  if (error instanceof StartError) return error;
  const { code, path, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (code && path && files.has(code)) return new StartError(fileTrouble(path, code), { cause: error });
  if (isDatabaseAway(error)) return databaseAway(error);
  if (code === '42501') return lacksRights(error as Error);
  const reason = String(message ?? error)
    .split('\n', 1)[0]!
    .slice(0, longestReason);
  return new StartError(`Meldekette could not start, for a reason that it does not know: ${reason}`, {
    cause: error,
    exitCode: exitCodes.unforeseen,
  });
}

const fileTrouble = (path: string, code: string) =>
  code === 'ENOSPC' || code === 'EDQUOT'
    ? `There is no room left for ${path} (${code}). Make room on that disk, or choose another folder with DATA_DIR.`
    : `Meldekette can't use ${path} (${code}). Choose a folder with DATA_DIR that it may write in, or correct its rights.`;
