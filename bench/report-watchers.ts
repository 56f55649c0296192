import net from 'node:net';
import { print } from 'graphql';
import { ReportChanged } from '#web/reports/queries.ts';
import type { BenchServer } from './bench-server.ts';

/** The subscription of a report's page. */
export const query = print(ReportChanged);

/** A browser with a live view. */
export interface ReportWatcher {
  events: number;
  /** People who come in the last event, and its time by `performance`. */
  positive: number;
  at: number;
  cutOff: number;
  stop(): void;
}

// milliseconds until a browser reconnects
const comesBack = () => 250 + Math.random() * 4000;

// no HTTP client per stream, because thousands share the machine
const buffer = Buffer.alloc(64 * 1024);

interface WatchRequest {
  path: string;
  headers: readonly string[];
  body: object;
  /** The text before the number of people who come. */
  before: string;
}

/** Watches a report like its page; `heard` receives events. */
export const watchReport = (
  server: Pick<BenchServer, 'url'>,
  token: string,
  id: number,
  heard: (text: string) => void = () => {},
): ReportWatcher =>
  watch(
    server,
    {
      path: '/api/graphql/stream',
      headers: [`authorization: Bearer ${token}`, 'accept: text/event-stream'],
      body: { query, variables: { id: String(id) } },
      before: '"positive":',
    },
    heard,
  );

/** Watches an event like a monitor; counts people beyond twelve names. */
export const watchMonitor = (server: Pick<BenchServer, 'url'>, token: string, event: number): ReportWatcher =>
  watch(server, {
    path: '/api/monitor',
    headers: [],
    body: { event, token, language: 'de' },
    before: '"moreComing":',
  });

function watch(
  { url }: Pick<BenchServer, 'url'>,
  { path, headers, body: asked, before }: WatchRequest,
  heard: (text: string) => void = () => {},
): ReportWatcher {
  const watcher: ReportWatcher = {
    events: 0,
    positive: -1,
    at: 0,
    cutOff: 0,
    stop() {
      isOver = true;
      socket.destroy();
    },
  };
  const { hostname, port, host } = new URL(url);
  const body = JSON.stringify(asked);
  const request = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    ...headers,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
  let isOver = false;
  let socket: net.Socket;
  let rest = '';
  const read = (length: number) => {
    const text = rest + buffer.toString('utf8', 0, length);
    const end = text.lastIndexOf('\n\n') + 2;
    rest = end < 2 ? text : text.slice(end);
    if (end < 2) return true;
    const whole = end === text.length ? text : text.slice(0, end);
    heard(whole);
    const place = whole.lastIndexOf(before) + before.length;
    if (place < before.length) return true;
    watcher.positive = Number.parseInt(whole.slice(place, place + 9), 10);
    watcher.at = performance.now();
    watcher.events++;
    return true;
  };
  const open = () => {
    if (isOver) return;
    rest = '';
    socket = net.connect({ host: hostname, port: Number(port), onread: { buffer, callback: read } });
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', () => {
      if (isOver) return;
      watcher.cutOff++;
      setTimeout(open, comesBack());
    });
    socket.write(request);
  };
  open();
  return watcher;
}
