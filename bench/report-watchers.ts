import net from 'node:net';
import { print } from 'graphql';
import { ReportChanged } from '#web/reports/queries.ts';
import type { BenchServer } from './bench-server.ts';

/** What a report's page watches. */
export const query = print(ReportChanged);

/** A browser that shows a report. */
export interface ReportWatcher {
  /** Events so far. */
  events: number;
  /** What the last one said, and when it came on the clock of `performance`. */
  positive: number;
  at: number;
  /** How often it lost its stream. */
  cutOff: number;
  stop(): void;
}

// milliseconds after which a browser that lost its stream comes back
const comesBack = () => 250 + Math.random() * 4000;

// thousands of them are in one process, which shares the machine with the server: no HTTP client of its own for each, and
// what is read is looked at where it lies
const buffer = Buffer.alloc(64 * 1024);

/** Watches a report as its page does, and comes back when it was cut off; `heard` gets the text of what comes. */
export function watchReport(
  { url }: Pick<BenchServer, 'url'>,
  token: string,
  id: number,
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
  const body = JSON.stringify({ query, variables: { id: String(id) } });
  const request = [
    'POST /api/graphql/stream HTTP/1.1',
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'accept: text/event-stream',
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
    const place = whole.lastIndexOf('"positive":');
    if (place < 0) return true;
    watcher.positive = Number.parseInt(whole.slice(place + 11, place + 20), 10);
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
