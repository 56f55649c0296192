/** The refusal of a restore: a key of apiMessage, or of the reasons on the page. */
export class RestoreRefused extends Error {
  readonly key: string;
  readonly isReason: boolean;
  constructor(key: string, isReason = false) {
    super(key);
    this.key = key;
    this.isReason = isReason;
  }
}

const PORTION = 4 * 1024 * 1024;

/** The input to restore a backup. */
export interface RestoreInput {
  file: File;
  /** The password of the first account of this installation. */
  password: string;
  passphrase: string;
  identity: string;
  keyPassphrase: string;
}

/** Returns whether a restore is possible. Without an answer, the form finds out. */
export const isRestorable = (): Promise<boolean> =>
  fetch('/api/restore').then(
    ({ status }) => status !== 404,
    () => true,
  );

export type RestoreStep = 'upload' | 'restore' | 'restart';

/**
 * Uploads a backup in portions, restores it and waits until the program runs on it. Reports the percentage of each step. Raises a
 * RestoreRefused.
 */
export async function restore(input: RestoreInput, onProgress: (step: RestoreStep, percent: number) => void) {
  const { file, password, passphrase, identity, keyPassphrase } = input;
  const { upload } = (await (await send('/api/restore', json('POST', { password }))).json()) as { upload: string };
  const address = `/api/restore/${upload}`;
  for (let at = 0; at < file.size; at += PORTION) {
    onProgress('upload', Math.floor((at / file.size) * 100));
    const headers = { 'content-type': 'application/octet-stream' };
    await send(`${address}?at=${at}`, { method: 'PUT', headers, body: file.slice(at, at + PORTION) });
  }
  onProgress('restore', 0);
  const response = await send(address, json('POST', { passphrase, identity, keyPassphrase }));
  await readResult(response, (percent) => onProgress('restore', percent));
  onProgress('restart', 100);
  await waitForRestart();
}

const MOST_LOOKS = 120;

/** Processes of the replaced installation answer 503 until they start again. Gives up when no process starts. */
async function waitForRestart(): Promise<void> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const status = await fetch('/api/restore').then(
      (response) => response.status,
      () => 0,
    );
    if (status === 404) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => null);
  if (!response) throw new RestoreRefused('network_error');
  if (response.ok) return response;
  const told = (await response.json().catch(() => null)) as { message?: string } | null;
  throw new RestoreRefused(told?.message ?? 'unknown_error');
}

/** Reads lines of JSON until the result. */
async function readResult(response: Response, onPercent: (percent: number) => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
    const lines = (rest + (value ?? '')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const report = JSON.parse(line) as { percent?: number; done?: true; fault?: string };
      if (report.done) return;
      if (report.fault) throw new RestoreRefused(report.fault, true);
      onPercent(report.percent ?? 0);
    }
    if (done) throw new RestoreRefused('interrupted', true);
  }
}
