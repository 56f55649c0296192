import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { readXlsx, type Sheet } from 'hucre/xlsx';
import type { TestServer } from './server.ts';

/** Status, headers, and body as text and JSON. */
export interface RestAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary shapes
  body: any;
}

/** `from`: the forwarded client address. */
export async function post(
  server: Pick<TestServer, 'url'>,
  path: string,
  body: unknown,
  { token, from, headers = {} }: { token?: string | null; from?: string; headers?: Record<string, string> } = {},
): Promise<RestAnswer> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return read(response);
}

/** Gets a plain endpoint. */
export async function get(server: TestServer, path: string, token: string | null = null): Promise<RestAnswer> {
  return read(await fetch(`${server.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} }));
}

/** Returns a workbook's sheet. */
export async function workbook(server: TestServer, path: string, token: string | null): Promise<Sheet> {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 200, path);
  assert.equal(answer.headers.get('content-type'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()), { readStyles: true });
  return sheets[0]!;
}

async function read(response: Response): Promise<RestAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

/** Waits for the newest system mail to an address. */
export async function takeMail(
  server: TestServer,
  address: string,
): Promise<{ subject: string; text: string; html: string }> {
  for (let tries = 0; tries < 200; tries++) {
    const mail = await server.app.db
      .deleteFrom('exerciseMessages')
      .where('id', '=', (eb) =>
        eb
          .selectFrom('exerciseMessages')
          .select((s) => s.fn.max('id').as('id'))
          .where('address', '=', address),
      )
      .returning(['subject', 'text', 'html'])
      .executeTakeFirst();
    if (mail) return { ...mail, html: mail.html ?? '' };
    await pause(25);
  }
  throw new Error('no mail came');
}

/** Returns the token in the link of a mail. */
export const tokenIn = (mail: { text: string }): string => /\/#\/[\w-]+\/([\w-]{22})\b/.exec(mail.text)![1]!;
