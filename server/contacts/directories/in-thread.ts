import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { wayOf } from '#server/channels/http/gateway.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createLimiter } from '#server/platform/limiter.ts';
import { hostOf, mayDial } from '#server/platform/network-address.ts';
import { createThread, ThreadFailed } from '#server/platform/threads/thread.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { bindPasswordOf } from './bind-secret.ts';
import type { PeopleDirectory } from './directory.ts';
import { refusalOfDirectory } from './directory-failure.ts';
import type { DirectoryPatience, Reaching } from './ldap-client.ts';
import type { DirectoryEntry, ReadSettings } from './read-entries.ts';
import type { DirectorySample } from './read-sample.ts';

/** The services that a connection to a directory needs. */
export type Connecting = Pick<App, 'config' | 'secrets' | 'log'>;

/** Read a directory, then entries in portions. */
export type DirectoryQuestion =
  | {
      reaching: Reaching;
      directory: ReadSettings;
      /** Targets with several values; null for one example. */
      several: string[] | null;
    }
  | 'more';

/** The thread's response. */
export type DirectoryAnswer =
  | { entries: DirectoryEntry[]; isLast: boolean }
  | { sample: DirectorySample }
  | { refusal: RefusalKey };

const usualPatience: DirectoryPatience = { connect: 10_000, request: 60_000, total: 600_000 };
const mostMegabytes = 512;
const limited = createLimiter(2, 20);

/** Reads all people of a directory, or refuses. */
export function readDirectoryEntries(
  app: Connecting,
  directory: PeopleDirectory,
  targetsWithSeveral: ReadonlySet<string>,
  patience = usualPatience,
): Promise<DirectoryEntry[]> {
  return inThread(app, directory, patience, async (reaching, ask) => {
    const entries: DirectoryEntry[] = [];
    let question: DirectoryQuestion = { reaching, directory: settingsOf(directory), several: [...targetsWithSeveral] };
    for (;;) {
      const answer = await ask(question);
      if (!('entries' in answer)) throw new Refusal('error_directory_failed');
      for (const entry of answer.entries) entries.push(entry);
      if (answer.isLast) return entries;
      question = 'more';
    }
  });
}

/** Reads one entry of a directory and its groups. */
export function readDirectorySample(app: Connecting, directory: PeopleDirectory): Promise<DirectorySample> {
  return inThread(app, directory, { ...usualPatience, total: 120_000 }, async (reaching, ask) => {
    const answer = await ask({ reaching, directory: settingsOf(directory), several: null });
    if (!('sample' in answer)) throw new Refusal('error_directory_failed');
    return answer.sample;
  });
}

type Ask = (question: DirectoryQuestion) => Promise<Exclude<DirectoryAnswer, { refusal: RefusalKey }>>;

/** Connects to a directory in a limited thread, so that no answer stops other work. */
function inThread<T>(
  app: Connecting,
  directory: PeopleDirectory,
  patience: DirectoryPatience,
  work: (reaching: Reaching, ask: Ask) => Promise<T>,
): Promise<T> {
  return limited(async () => {
    const module = new URL('./read-thread.ts', import.meta.url);
    const thread = createThread<DirectoryQuestion, DirectoryAnswer>(module, {
      longestMs: patience.total,
      mostMegabytes,
    });
    const ask: Ask = async (question) => {
      const answer = await thread.ask(question);
      if ('refusal' in answer) throw new Refusal(answer.refusal);
      return answer;
    };
    try {
      return await work(await reachingOf(app, directory, patience), ask);
    } catch (error) {
      const refusal = refusalOf(error);
      app.log.warn({ event: 'directory_failed', directory: directory.id, reason: refusal.key });
      throw refusal;
    } finally {
      await thread.close();
    }
  });
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ThreadFailed)) return refusalOfDirectory(error);
  return new Refusal(error.reason === 'time' ? 'error_directory_timeout' : 'error_directory_failed');
}

async function reachingOf(app: Connecting, directory: PeopleDirectory, patience: DirectoryPatience): Promise<Reaching> {
  const { url, startTls, ca, bindDn } = directory;
  const password = bindPasswordOf(app.secrets, directory);
  if (password === undefined) throw new Refusal('error_directory_password');
  const address = await permittedAddress(app, directory, hostOf(new URL(url)));
  return { url, address, startTls, ca, bindDn, password, patience };
}

/** Returns the address to connect to; refuses one that the settings don't permit. */
async function permittedAddress(app: Connecting, { ownNetwork }: PeopleDirectory, host: string): Promise<string> {
  const { allowed } = wayOf({ ownNetwork }, app);
  const found = isIP(host)
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch((error: unknown) => {
        throw refusalOfDirectory(error);
      });
  const [first] = found;
  if (!first || !found.every(({ address }) => mayDial(host, address, allowed)))
    throw new Refusal('error_directory_blocked', { url: 'error_directory_blocked' });
  return first.address;
}

const settingsOf = (directory: PeopleDirectory): ReadSettings => {
  const { baseDn, filter, idAttribute, disabledAttribute, attributes, groupBaseDn, groupRules } = directory;
  return { baseDn, filter, idAttribute, disabledAttribute, attributes, groupBaseDn, groupRules };
};
