import { askReadiness } from '#server/api/http/ready.ts';
import type { App } from '#server/platform/context.ts';

/** Calls to an external dead man's switch. */
export interface Heartbeat {
  stop(): void;
}

interface Times {
  /** Milliseconds. */
  interval: number;
  patience: number;
  /** The process's uptime in seconds. */
  uptime?: () => number;
}

const usualTimes: Times = { interval: 60_000, patience: 10_000 };

/**
 * Calls HEARTBEAT_URL once a minute while the database accepts writes, a worker sends, no hold exists, synthetic alarms
 * succeed, and channels work. Logs changes without the address, which may be secret.
 */
export function startHeartbeat(
  app: Pick<App, 'config' | 'db' | 'live' | 'log'>,
  { interval, patience, uptime = process.uptime }: Times = usualTimes,
): Heartbeat {
  const address = app.config.HEARTBEAT_URL;
  if (!address) return { stop() {} };
  const ready = askReadiness(app, { hasWorker: true, uptime });
  const stopping = new AbortController();
  let last: string | undefined;
  const call = async (): Promise<string> => {
    const { status, sending } = await ready();
    if (sending !== 'ok' || status !== 'ok') return sending === 'ok' ? status : sending;
    const channels = app.db.selectFrom('channels').where('isActive', '=', true).where('trouble', 'is not', null);
    if (await channels.select('id').executeTakeFirst()) return 'channel';
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(patience)]);
    const response = await fetch(address, { signal, redirect: 'error' });
    await response.body?.cancel();
    return response.ok ? 'sent' : `http_${response.status}`;
  };
  const beat = async () => {
    const result = await call().catch((error: Error) => (error.name === 'TimeoutError' ? 'timeout' : 'unreachable'));
    if (stopping.signal.aborted || result === last) return;
    last = result;
    if (result === 'sent') app.log.info({ event: 'heartbeat_sent' });
    else app.log.warn({ event: 'heartbeat_missed', reason: result });
  };
  void beat();
  const timer = setInterval(() => void beat(), interval);
  return {
    stop() {
      clearInterval(timer);
      stopping.abort();
    },
  };
}
