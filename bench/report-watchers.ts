import http from 'node:http';
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
      request.destroy();
    },
  };
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
  };
  let isOver = false;
  let request: http.ClientRequest;
  const lost = () => {
    if (isOver) return;
    watcher.cutOff++;
    setTimeout(open, comesBack());
  };
  const open = () => {
    if (isOver) return;
    request = http.request(`${url}/api/graphql/stream`, { method: 'POST', headers, agent: false }, (answer) => {
      answer.setEncoding('utf8').on('data', (piece: string) => {
        heard(piece);
        const place = piece.lastIndexOf('"positive":');
        if (place < 0) return;
        watcher.positive = Number.parseInt(piece.slice(place + 11, place + 20), 10);
        watcher.at = performance.now();
        watcher.events++;
      });
      answer.on('close', lost);
    });
    request.on('error', lost);
    request.end(JSON.stringify({ query, variables: { id: String(id) } }));
  };
  open();
  return watcher;
}
