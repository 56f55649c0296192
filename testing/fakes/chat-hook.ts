import { type FakeRequest, type HttpFake, startHttpFake } from './http-fake.ts';

/** A fake incoming webhook of any chat product. */
export interface ChatHook extends HttpFake {
  /** Posted bodies as received. */
  posts: FakeRequest['json'][];
}

/** The secret part of its address. */
export const hookPath = '/hooks/geheim0123456789';

/** Starts a webhook: `ok` for valid JSON, else 404. */
export async function startChatHook(): Promise<ChatHook> {
  const posts: ChatHook['posts'] = [];
  const text = { 'content-type': 'text/plain' };
  const fake = await startHttpFake(({ method, path, json }) => {
    if (method !== 'POST' || path !== hookPath) return { status: 404, headers: text, body: 'no_service' };
    if (!Object.keys(json).length) return { status: 400, headers: text, body: 'invalid_payload' };
    posts.push(json);
    return { headers: text, body: 'ok' };
  });
  return Object.assign(fake, { posts });
}
