import { createHmac } from 'node:crypto';
import { type ReceivedRequest, startReceiver } from './receiver.ts';

/** An accepted text. */
export interface AcceptedText {
  id: string;
  to: string;
  text: string;
  key: string;
}

/** A callback: the state of a text, or a reply. */
export type GatewayCallback =
  | { kind: 'receipt'; id: string; state: string; at?: string }
  | { kind: 'reply'; id: string; from: string; text: string; at?: string; inReplyTo?: string };

/** The fake server of the test provider `sms-gateway`. */
export interface Gateway {
  url: string;
  taken: AcceptedText[];
  /** Permanently rejected numbers. */
  refused: Set<string>;
  /** Rejects everything while true. */
  down: boolean;
  /** Called with every text before its id is returned. */
  before: (taken: AcceptedText) => Promise<void>;
  stop(): Promise<void>;
}

const number = /^\+\d{7,15}$/;

/** Starts a gateway that accepts and numbers texts. */
export async function startGateway(): Promise<Gateway> {
  const run = Math.random().toString(36).slice(2);
  const receiver = await startReceiver((response, request: ReceivedRequest) => {
    const { to, text } = JSON.parse(request.body) as AcceptedText;
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
export async function tell(callback: string, news: readonly GatewayCallback[], secret: string): Promise<Response> {
  const at = new Date().toISOString();
  const body = JSON.stringify(news.map((one) => ({ at, ...one })));
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  return fetch(`${callback}/news`, { method: 'POST', headers, body });
}
