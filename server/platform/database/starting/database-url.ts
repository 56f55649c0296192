import { accessSync, constants } from 'node:fs';
import { faultOfServers, serversOf } from '#server/platform/connection/servers.ts';

const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];

/** Returns the fault of a database address, as the rest of a sentence that begins with its name; null if valid. */
export function faultOfDatabaseUrl(text: string): string | null {
  const start = text.indexOf('://');
  if (!['postgres', 'postgresql'].includes(text.slice(0, start))) return 'must start with postgres://';
  const fault = faultOfServers(text);
  if (fault) return fault;
  const url = parse(serversOf(text)?.urls[0] ?? text);
  if (!url) return unreadable;
  for (const name of fileParameters) {
    const file = url.searchParams.get(name);
    const code = file && troubleOf(file);
    if (code) return `names the file ${file} (${name}), which can't be read (${code})`;
  }
  return null;
}

const unreadable =
  'is no address that can be read: postgres://user:password@host:5432/database, where the characters / ? # @ : % of a password are written as %2F %3F %23 %40 %3A %25';

// the driver also accepts an address without a host, with a socket's folder as its parameter "host"
function parse(text: string): URL | null {
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@socket/'));
  try {
    if (url) for (const part of [url.username, url.password, url.pathname, url.hostname]) decodeURIComponent(part);
    return url;
  } catch {
    return null;
  }
}

function troubleOf(file: string): string | null {
  try {
    accessSync(file, constants.R_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

/**
 * Returns the address with an explicit TLS mode. Every mode with TLS verifies certificate and host name, except
 * "no-verify".
 */
export function withCheckedTls(text: string): string {
  return text.replace(/([?&]sslmode=)(?:allow|prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}
