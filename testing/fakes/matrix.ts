import { type FakeAnswer, type FakeRequest, type HttpFake, startHttpFake } from './http-fake.ts';

/** An event as stored in the room. */
export interface MatrixEvent {
  id: string;
  /** Transaction id of the request that created it. */
  txn: string;
  content: Record<string, unknown>;
}

export interface Matrix extends HttpFake {
  events: MatrixEvent[];
}

/** The account's token and the room. */
export const matrixAccess = { token: 'syt_geheimes_token', room: '!stab:matrix.test' };

/** Starts a server by spec.matrix.org: tokens, transaction ids, event sizes. */
export async function startMatrix(): Promise<Matrix> {
  const events: MatrixEvent[] = [];
  const fake = await startHttpFake((request) => answer(events, request));
  return Object.assign(fake, { events });
}

const wrong = (status: number, errcode: string): FakeAnswer => ({ status, body: { errcode, error: errcode } });

function answer(events: MatrixEvent[], { method, path, headers, body, json }: FakeRequest): FakeAnswer {
  if (headers.authorization !== `Bearer ${matrixAccess.token}`) return wrong(401, 'M_UNKNOWN_TOKEN');
  const [, room, txn] = /^\/_matrix\/client\/v3\/rooms\/([^/]+)\/send\/m\.room\.message\/([^/]+)$/.exec(path) ?? [];
  if (method !== 'PUT' || !txn) return wrong(404, 'M_UNRECOGNIZED');
  if (room !== matrixAccess.room) return wrong(403, 'M_FORBIDDEN');
  const known = events.find((event) => event.txn === txn);
  if (known) return { body: { event_id: known.id } };
  if (Buffer.byteLength(body) > 65_000) return wrong(413, 'M_TOO_LARGE');
  if (json['msgtype'] !== 'm.text' || typeof json['body'] !== 'string') return wrong(400, 'M_BAD_JSON');
  const made = { id: `$event${events.length + 1}`, txn, content: json };
  events.push(made);
  return { body: { event_id: made.id } };
}
