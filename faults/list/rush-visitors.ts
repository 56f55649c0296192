import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#testing/factories.ts';
import { metric } from '#testing/watching.ts';
import { query, watchReport } from '../../bench/report-watchers.ts';
import { type Api, openApi } from '../api.ts';
import { type Fault, ofRushes } from '../fault.ts';
import { judgeRush, openRush } from '../rush.ts';
import type { Stage } from '../stage.ts';

/** Opens a connection to a process and sends this text; the caller controls the rest. */
async function call({ process }: Api, text: string): Promise<net.Socket> {
  const socket = net.connect(Number(new URL(process.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  socket.write(text);
  return socket;
}

const streamRequest = (token: string, body: string) =>
  [
    'POST /api/graphql/stream HTTP/1.1',
    'host: meldekette',
    `authorization: Bearer ${token}`,
    'accept: text/event-stream',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');

const neverRead: Fault = {
  id: 'R6',
  procedure:
    'While many people answer, 40 clients (short: 20) subscribe to the report and never read from their connection. One client reads.',
  expected:
    'Each answer is stored at once. The reading client receives the last of them within 10 s. The memory for clients that don’t read is bounded (V10).',
  invariants: ofRushes,
  count: { full: 3000, short: 200 },
  async play(stage) {
    const { channelId } = await stage.mail({ delay: 5 });
    const api = await openApi(stage);
    await stage.worker();
    const rush = await openRush(api, channelId, stage.count);
    const body = JSON.stringify({ query, variables: { id: String(rush.reportId) } });
    const { id: userId } = await createUser(stage.db, { roles: ['crisis_manager'] });
    const sessions = await Promise.all([1, 2, 3].map(() => openSession(stage, userId, { userAgent: 'faults' })));
    const deaf: net.Socket[] = [];
    for (let n = 0; n < (stage.short ? 20 : 40); n++) {
      const socket = await call(api, streamRequest(sessions[n % 2]!, body));
      socket.pause();
      deaf.push(socket);
    }
    const reader = watchReport(api.process, sessions[2]!, rush.reportId);
    while (reader.events === 0) await sleep(50);
    const watching = await metric(api.process, 'live_watchers');
    stage.expect(watching === deaf.length + 1, `${watching} watch`);
    await rush.everyone();
    const begun = performance.now();
    const yes = [...stage.answered.values()].filter((option) => option === '1').length;
    while (reader.positive !== yes && performance.now() - begun < 60_000) await sleep(50);
    stage.within('s until the last was seen', (performance.now() - begun) / 1000, 10);
    stage.expect(reader.positive === yes, `who reads saw ${reader.positive} of ${yes}`);
    stage.expect(reader.cutOff === 0, 'who reads was cut off');
    stage.expect(Object.keys(rush.refused).length === 0, `somebody was refused: ${JSON.stringify(rush.refused)}`);
    await stage.done();
    await judgeRush(api, rush);
    reader.stop();
    for (const socket of deaf) socket.destroy();
  },
};

/** Returns how many more files this process and the web process can open, with a margin for their work. */
async function roomFor({ process: { pid } }: Api): Promise<number> {
  const limits = await Promise.all(['self', pid].map((of) => readFile(`/proc/${of}/limits`, 'utf8')));
  const most = limits.map((text) => Number(/^Max open files +(\d+)/m.exec(text)?.[1] ?? 1024));
  return Math.min(...most) - 600;
}

const headersBegin = 'GET /a/aaaaaaaaaaaaaaaaaaaaaa HTTP/1.1\r\nhost: meldekette\r\n';
const bodyBegins =
  'POST /a/aaaaaaaaaaaaaaaaaaaaaa HTTP/1.1\r\nhost: meldekette\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 10000\r\n\r\n';

async function halfOpen(api: Api, stage: Stage): Promise<{ sockets: net.Socket[]; stop(): void }> {
  const wanted = Math.min(stage.short ? 1000 : 10_000, await roomFor(api));
  stage.figure('half-open', wanted);
  const sockets: net.Socket[] = [];
  while (sockets.length < wanted) {
    const lot = Math.min(200, wanted - sockets.length);
    sockets.push(
      ...(await Promise.all(Array.from({ length: lot }, (_, n) => call(api, n % 2 ? bodyBegins : headersBegin)))),
    );
  }
  // An occasional byte keeps the connections from counting as idle.
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 5000);
  return { sockets, stop: () => clearInterval(timer) };
}

const slowRequests: Fault = {
  id: 'R7',
  procedure:
    '10,000 connections (short: 1,000; fewer with a lower limit of open files) start a request to an answer page whose headers or body never end, one letter every 5 s. Then many people answer.',
  expected: 'Each answer is stored, and none is refused. Each of these connections is closed within 2 minutes.',
  invariants: ofRushes,
  count: { full: 3000, short: 120 },
  waits: true,
  async play(stage) {
    const { channelId } = await stage.mail({ delay: 5 });
    const api = await openApi(stage);
    await stage.worker();
    const rush = await openRush(api, channelId, stage.count);
    const { sockets, stop } = await halfOpen(api, stage);
    const open = () => sockets.filter(({ closed }) => !closed).length;
    const begun = performance.now();
    stage.figure('of them open when the crowd came', open());
    await rush.everyone();
    stage.expect(Object.keys(rush.refused).length === 0, `somebody was refused: ${JSON.stringify(rush.refused)}`);
    for (const socket of sockets) socket.resume(); // needed to receive the end
    while (open() > 0 && performance.now() - begun < 150_000) await sleep(200);
    stage.within('s until all were closed', (performance.now() - begun) / 1000, 120);
    stage.expect(open() === 0, `${open()} are still open`);
    stop();
    for (const socket of sockets) socket.destroy();
    await stage.done();
    await judgeRush(api, rush);
  },
};

/** Faults of visitors during a rush of answers. */
export const rushVisitorFaults: readonly Fault[] = [neverRead, slowRequests];
