import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type CallbackRequest,
  type Piece,
  type Receipt,
  type Received,
  type Reply,
  RequestRefused,
  type Values,
} from '#server/channels/channel.ts';
import { senderNumber } from '#server/channels/sender-number.ts';
import { jsonIn, valuesAt } from './template.ts';

const kinds = ['sent', 'delivered', 'read', 'failed', 'expired'] as const;

/** What the words of a gateway mean, by a table with a line for each; null when it cannot be read. */
export function stateTable(table: string): Map<string, Receipt['status']> | null {
  const states = new Map<string, Receipt['status']>();
  for (const line of table.split('\n')) {
    if (!line.trim()) continue;
    const match = /^(.*?)\s*=\s*(\w+)\s*$/.exec(line.trim());
    const status = kinds.find((kind) => kind === match?.[2]?.toLowerCase());
    if (!match?.[1] || !status) return null;
    states.set(match[1].toLowerCase(), status);
  }
  return states;
}

/** Reads what a gateway tells below its channel's callback address: `receipt` or `reply`. */
export function readTold(request: CallbackRequest, settings: Values): Received {
  const setting = (name: string) => String(settings[name] ?? '').trim();
  requireSignature(request, setting('signatureHeader'), setting('signatureSecret'));
  const data = dataOf(request);
  const all = (name: string) => (setting(name) ? valuesAt(data, setting(name)) : []);
  if (request.path === 'receipt') {
    const [ids, words] = [all('receiptId'), all('receiptState')];
    const states = stateTable(setting('states'));
    if (!ids.length || ids.length !== words.length) throw new RequestRefused('content');
    return { receipts: ids.map((id, at) => receiptOf(id, states?.get(words[at]!.trim().toLowerCase()))), replies: [] };
  }
  if (request.path !== 'reply') throw new RequestRefused('content');
  const [froms, texts, ids] = [all('replyFrom'), all('replyText'), all('replyId')];
  if (!froms.length || froms.length !== texts.length) throw new RequestRefused('content');
  if (setting('replyId') && ids.length !== froms.length) throw new RequestRefused('content');
  const said: Piece[] = froms.map((from, at) => ({ from: senderNumber(from), text: texts[at]! }));
  if (!ids.length) return { receipts: [], replies: [], pieces: said };
  return { receipts: [], replies: said.map((piece, at): Reply => ({ ...piece, id: ids[at]! })) };
}

function receiptOf(externalId: string, status: Receipt['status'] | undefined): Receipt {
  if (!status) throw new RequestRefused('content'); // a word nobody expected must not pass as success
  return { externalId, status };
}

function requireSignature({ method, url, headers, body }: CallbackRequest, header: string, secret: string): void {
  if (!header) return;
  const signed = method === 'GET' ? (url.split('?')[1] ?? '') : body;
  const expected = createHmac('sha256', secret).update(signed).digest();
  const written = String(headers[header.toLowerCase()] ?? '').replace(/^sha256=/, '');
  const given = Buffer.from(written, /^[\da-f]{64}$/i.test(written) ? 'hex' : 'base64');
  if (!secret || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new RequestRefused('signature');
}

function dataOf({ headers, query, body }: CallbackRequest): unknown {
  const text = body.toString('utf8');
  const isJson = /json/.test(String(headers['content-type'] ?? '')) || /^\s*[[{]/.test(text);
  if (isJson) return jsonIn(text);
  return Object.fromEntries([...query, ...new URLSearchParams(text)]);
}
