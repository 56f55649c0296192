import { startReceiver } from '#testing/fakes/receiver.ts';
import { createChannel } from '#testing/messages.ts';
import type { AcceptedMessage } from './ledger.ts';
import type { Stage } from './stage.ts';

export interface GatewayPost {
  channelId: number;
  address(n: number): string;
  /** Responds 429 once after this many messages, with seconds or a date. */
  refuse(taken: number, seconds: number, form: 'seconds' | 'date'): void;
  refused(): number;
  /** Counts early requests, except those in transit. */
  tooEarly(): number;
}

const onTheWay = 2_000;
const tolerance = 200;

/** Starts a gateway with 0.1 to 1 s per text, and its channel. */
export async function openGateway(stage: Stage): Promise<GatewayPost> {
  const taken: AcceptedMessage[] = [];
  const refusals: { taken: number; seconds: number; form: 'seconds' | 'date' }[] = [];
  let [asked, until, refused, tooEarly] = [0, 0, 0, 0];
  const receiver = await startReceiver((response, { headers, body }) => {
    const now = Date.now();
    if (now > asked + onTheWay && now < until - tolerance) tooEarly++;
    const due = refusals[0];
    if (due && taken.length >= due.taken && now >= until) {
      refusals.shift();
      refused++;
      [asked, until] = [now, now + due.seconds * 1000];
      if (due.form === 'date') until = Math.ceil(until / 1000) * 1000;
      const wait = due.form === 'date' ? new Date(until).toUTCString() : String(due.seconds);
      return void response.writeHead(429, { 'retry-after': wait }).end();
    }
    const key = String(headers['idempotency-key']);
    const { to } = JSON.parse(body) as { to: string };
    taken.push({
      channelId: channel.id,
      to,
      key,
      recipient: Number(/^d\.(\d+)\./.exec(key)?.[1]),
      at: now,
      ambiguous: false,
    });
    setTimeout(() => response.writeHead(200).end(JSON.stringify({ id: key })), 100 + stage.random() * 900);
  });
  stage.after(() => receiver.stop());
  const channel = await createChannel(stage.db, 'sms', {
    settings: JSON.stringify({
      provider: 'sms-http',
      url: `${receiver.url}send`,
      method: 'POST',
      headers: 'Idempotency-Key: {key}',
      bodyKind: 'json',
      body: '{"to":"{to}","text":"{text}"}',
      idAt: 'json:id',
      ownNetwork: true,
    }),
  });
  stage.source(async () => taken);
  return {
    channelId: channel.id,
    address: (n) => `+49152${10_000_000 + n}`,
    refuse: (after, seconds, form) => void refusals.push({ taken: after, seconds, form }),
    refused: () => refused,
    tooEarly: () => tooEarly,
  };
}
