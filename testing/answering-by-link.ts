import { setTimeout as sleep } from 'node:timers/promises';
import { formMark } from '#server/alerting/answers/answer-form.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** Answers "yes" on the page of a link and returns the status, or the error of the connection. */
export async function answerByLink(url: string, secrets: Secrets, token: string, minutes: string): Promise<string> {
  const body = new URLSearchParams({ mark: formMark(secrets, token), option: '1', minutes });
  return fetch(`${url}/a/${token}`, { method: 'POST', body }).then(
    async (response) => {
      await response.text();
      return String(response.status);
    },
    (error: Error) => String(error.cause ?? error),
  );
}

/** Answers for people, several at a time, until it is stopped. Counts accepted answers, and others by their status. */
export function startAnswering(url: string, secrets: Secrets, tokens: readonly string[]) {
  let isOver = false;
  const accepted = new Map<string, string>();
  const refused: string[] = [];
  let longest = 0;
  let count = 0;
  const startedAt = performance.now();
  const shortest = 60_000 / (tokens.length * 3); // a link takes ten answers a minute
  const lane = async () => {
    while (!isOver) {
      const n = count++;
      await sleep(Math.max(0, startedAt + n * shortest - performance.now()));
      const token = tokens[n % tokens.length]!;
      const minutes = String(1 + Math.floor(n / tokens.length));
      const begunAt = performance.now();
      const status = await answerByLink(url, secrets, token, minutes);
      longest = Math.max(longest, performance.now() - begunAt);
      if (status === '200') accepted.set(`${token} ${minutes}`, token);
      else refused.push(status);
    }
  };
  const lanes = Array.from({ length: 6 }, lane);
  return {
    count: () => accepted.size,
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      return { accepted: [...accepted.keys()], refused, longest };
    },
  };
}
