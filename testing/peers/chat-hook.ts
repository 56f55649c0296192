import { type HttpPeer, type PeerRequest, startHttpPeer } from './http-peer.ts';

/** An incoming webhook, whoever's. */
export interface ChatHook extends HttpPeer {
  /** What was posted, as it came. */
  posts: PeerRequest['json'][];
}

/** The part of its address that nobody else knows. */
export const hookPath = '/hooks/geheim0123456789';

/** Starts a server with one incoming webhook: `ok` to JSON it can read, as Mattermost and Slack answer, 404 elsewhere. */
export async function startChatHook(): Promise<ChatHook> {
  const posts: ChatHook['posts'] = [];
  const text = { 'content-type': 'text/plain' };
  const peer = await startHttpPeer(({ method, path, json }) => {
    if (method !== 'POST' || path !== hookPath) return { status: 404, headers: text, body: 'no_service' };
    if (!Object.keys(json).length) return { status: 400, headers: text, body: 'invalid_payload' };
    posts.push(json);
    return { headers: text, body: 'ok' };
  });
  return Object.assign(peer, { posts });
}
