import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Values } from '#server/channels/channel.ts';
import { providerState } from '#server/channels/receipt-words.ts';
import {
  type CallbackRequest,
  type Piece,
  type Receipt,
  type Received,
  type Reply,
  RequestRefused,
} from '#server/channels/received.ts';
import { senderNumber } from '#server/channels/sender-number.ts';
import { queryIn, toldParameters } from './form.ts';
import { entriesAt, jsonIn } from './template.ts';

const kinds = ['sent', 'delivered', 'read', 'failed', 'expired'] as const;

/** Parses a table of states, one per line; null if invalid. */
export function stateTable(table: string): Map<string, Receipt['status']> | null {
  const states = new Map<string, Receipt['status']>();
  for (const line of table.split('\n')) {
    if (!line.trim()) continue;
    const at = line.lastIndexOf('=');
    const word = line.slice(0, Math.max(0, at)).trim();
    const status = kinds.find(
      (kind) =>
        kind ===
        line
          .slice(at + 1)
          .trim()
          .toLowerCase(),
    );
    if (!word || !status) return null;
    states.set(word.toLowerCase(), status);
  }
  return states;
}

/** Parses a gateway's request: `receipt` or `reply`. */
export function readTold(request: CallbackRequest, settings: Values): Received {
  const setting = (name: string) => String(settings[name] ?? '').trim();
  requireSignature(request, setting('signatureHeader'), setting('signatureSecret'));
  const data = dataOf(request);
  const entries = (...names: string[]) => entriesAt(data, names.map(setting));
  if (request.path === 'receipt') {
    const states = stateTable(setting('states')) ?? new Map();
    const receipts = entries('receiptId', 'receiptState').flatMap(([id, word]): Receipt[] => {
      const state = providerState(word, states);
      return id !== undefined && state ? [{ externalId: id, ...state }] : [];
    });
    return { receipts: readable(receipts), replies: [] };
  }
  if (request.path !== 'reply') throw new RequestRefused('content');
  const isNumbered = setting('replyId') !== '';
  const said = entries('replyFrom', 'replyText', ...(isNumbered ? ['replyId'] : [])).flatMap(([from, text, id]) =>
    from === undefined || text === undefined || (isNumbered && id === undefined)
      ? []
      : [{ from: senderNumber(from), text, id: id ?? '' }],
  );
  const replies: readonly Reply[] = readable(said);
  if (isNumbered) return { receipts: [], replies };
  return { receipts: [], replies: [], pieces: said.map(({ from, text }): Piece => ({ from, text })) };
}

/** Keeps readable entries; refuses a request without any, so that unexpected words don't pass. */
function readable<T>(entries: readonly T[]): readonly T[] {
  if (!entries.length) throw new RequestRefused('content');
  return entries;
}

function requireSignature({ method, url, headers, body }: CallbackRequest, header: string, secret: string): void {
  if (!header) return;
  const signed = method === 'GET' ? queryIn(url) : body;
  const expected = createHmac('sha256', secret).update(signed).digest();
  const written = String(headers[header.toLowerCase()] ?? '').replace(/^sha256=/, '');
  const given = Buffer.from(written, /^[\da-f]{64}$/i.test(written) ? 'hex' : 'base64');
  if (!secret || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new RequestRefused('signature');
}

function dataOf(request: CallbackRequest): unknown {
  const { headers, body } = request;
  const text = body.toString('utf8');
  const isJson = /json/.test(String(headers['content-type'] ?? '')) || /^\s*[[{]/.test(text);
  if (isJson) return jsonIn(text);
  return Object.fromEntries(toldParameters(request));
}
