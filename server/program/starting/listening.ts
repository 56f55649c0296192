import { createServer, isIPv4 } from 'node:net';
import type { Config } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';

type Listening = Pick<Config, 'PORT' | 'HOST'>;

/** Raises a StartError for an unusable port. */
export function cannotListen({ PORT, HOST }: Listening, error: Error & { code?: string }): never {
  const reasons: Record<string, string> = {
    EADDRINUSE: `the port ${PORT} is already in use. Perhaps Meldekette runs already; else choose another port with PORT.`,
    EACCES: `the port ${PORT} may not be used by this user. Choose one above 1023 with PORT, and put a proxy in front.`,
    EADDRNOTAVAIL: 'this machine has no such address. Choose another one with HOST.',
    ENOTFOUND: 'this name is not known. Choose an address of this machine with HOST.',
    EAI_AGAIN: 'this name is not known at the moment. Choose an address of this machine with HOST.',
  };
  const reason = reasons[error.code ?? ''];
  if (!reason) throw error;
  throw new StartError(`Cannot listen on ${HOST}: ${reason}`, { cause: error });
}

/** Raises a StartError for a used port, before anything is sent. */
export async function refuseTakenPort({ PORT, HOST }: Listening): Promise<void> {
  if (PORT === 0) return;
  const server = createServer();
  const error = await new Promise<Error | null>((resolve) => {
    server.once('error', resolve);
    server.listen(PORT, HOST, () => server.close(() => resolve(null)));
  });
  if (error) cannotListen({ PORT, HOST }, error);
}

/** Returns a future address, or null if only listening reveals it. */
export function addressAhead({ PORT, HOST }: Listening): string | null {
  return PORT !== 0 && isIPv4(HOST) && HOST !== '0.0.0.0' ? `http://${HOST}:${PORT}` : null;
}
