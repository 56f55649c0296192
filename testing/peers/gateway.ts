import { createHmac } from 'node:crypto';
import { type Received, startReceiver } from './receiver.ts';

/** An accepted text. */
export interface Taken {
  id: string;
  to: string;
  text: string;
  key: string;
}

/** A callback: the state of a text, or a reply. */
export type News =
  | { kind: 'receipt'; id: string; state: string; at?: string }
  | { kind: 'reply'; id: string; from: string; text: string; at?: string; inReplyTo?: string };

/** The fake server of the test provider `sms-gateway`. */
export interface Gateway {
  url: string;
  taken: Taken[];
  /** Permanently rejected numbers. */
  refused: Set<string>;
  /** Rejects everything while true. */
  down: boolean;
  /** Called with every text before its id is returned. */
  before: (taken: Taken) => Promise<void>;
  stop(): Promise<void>;
}

const number = /^\+\d{7,15}$/;

/** Starts a gateway that accepts and numbers texts. */
export async function startGateway(): Promise<Gateway> {
  const run = Math.random().toString(36).slice(2);
  const receiver = await startReceiver((response, request: Received) => {
    const { to, text } = JSON.parse(request.body) as Taken;
    if (gateway.down) return void response.writeHead(503).end();
    if (!number.test(to) || gateway.refused.has(to)) return void response.writeHead(400).end();
    const taken = { id: `${run}-${gateway.taken.length + 1}`, to, text, key: `${request.headers['idempotency-key']}` };
    gateway.taken.push(taken);
    void gateway.before(taken).then(() => response.writeHead(200).end(JSON.stringify({ id: taken.id })));
  });
  const gateway: Gateway = {
    url: receiver.url,
    taken: [],
    refused: new Set(),
    down: false,
    before: async () => {},
    stop: () => receiver.stop(),
  };
  return gateway;
}

/** Posts callbacks, signed with the secret; returns the program's response. */
export async function tell(callback: string, news: readonly News[], secret: string): Promise<Response> {
  const at = new Date().toISOString();
  const body = JSON.stringify(news.map((one) => ({ at, ...one })));
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  return fetch(`${callback}/news`, { method: 'POST', headers, body });
}
