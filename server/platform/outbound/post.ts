import { CallFailure, type CallOptions, call, secondsOf } from '#server/platform/call.ts';
import type { WebhookError } from '#shared/webhook-events.ts';

const shownCharacters = 200;

/** The status of the response, or the reason of the failure. */
export interface PostResult {
  status: number | null;
  error: WebhookError | null;
  /** The receiver's retry delay in seconds. */
  retryAfter: number | null;
  response: string;
}

/** Posts to a user-entered address like `call`; never throws. */
export async function postOutbound(
  url: URL,
  headers: Record<string, string>,
  body: string,
  options: CallOptions,
): Promise<PostResult> {
  try {
    const answer = await call(url, { method: 'POST', headers, body }, options);
    const { status } = answer;
    const retryAfter = secondsOf(answer.headers['retry-after']);
    return { status, error: errorOf(status), retryAfter, response: shown(answer.body) };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return { status: null, error: error.reason, retryAfter: null, response: '' };
  }
}

const shown = (body: Buffer): string =>
  body
    .subarray(0, shownCharacters * 4)
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, shownCharacters);

function errorOf(status: number): WebhookError | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'status';
}
