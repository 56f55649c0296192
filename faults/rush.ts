import { setTimeout as sleep } from 'node:timers/promises';
import { answerUrl } from '#server/channels/rendering/render.ts';
import { type Api, alarmByMail } from './api.ts';

/** The result of a crowd's answers, from its own view. */
export interface Rush {
  reportId: number;
  /** Everyone answers with retries and limited concurrency. */
  everyone(atOnce?: number): Promise<void>;
  /** Rejections of answers by status; 0 for a broken connection. */
  refused: Record<number, number>;
  /** The number of 503 with a retry delay. */
  saidWhen: number;
  /** Milliseconds of each answer, including repetitions. */
  times: number[];
}

type Refusals = Pick<Rush, 'refused'> & Partial<Pick<Rush, 'saidWhen'>>;

const longest = 300_000;

/** Launches an alarm whose recipients answer, every second with yes. */
export async function openRush(api: Api, channelId: number, count: number): Promise<Rush> {
  const { stage } = api;
  const { db, secrets } = stage;
  const message = await alarmByMail(api, channelId, count);
  const rows = await db
    .selectFrom('messageRecipients')
    .select(['id', 'reportId', 'nonce'])
    .where('messageId', '=', message)
    .orderBy('id')
    .execute();
  const rush: Rush = {
    reportId: rows[0]!.reportId,
    refused: {},
    saidWhen: 0,
    times: [],
    async everyone(atOnce = 16) {
      const rest = rows.values();
      const lane = async () => {
        for (const { id, nonce } of rest) {
          const begun = performance.now();
          const option = id % 2 ? '1' : '2';
          await giveAnswer(rush, answerUrl({ secrets, publicUrl: api.process.url }, nonce), option);
          stage.answered.set(id, option);
          rush.times.push(performance.now() - begun);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
    },
  };
  return rush;
}

/** Answers behind a link until it is taken, and counts rejections. */
export async function giveAnswer(rush: Refusals, link: string, option: string): Promise<void> {
  const page = await insist(rush, () => fetch(link, { signal: AbortSignal.timeout(60_000) }));
  const mark = /name="mark" value="([^"]+)"/.exec(page)![1]!;
  const body = () => new URLSearchParams({ mark, option });
  await insist(rush, () => fetch(link, { method: 'POST', body: body(), signal: AbortSignal.timeout(60_000) }));
}

async function insist(rush: Refusals, ask: () => Promise<Response>): Promise<string> {
  for (const end = performance.now() + longest; performance.now() < end; ) {
    const response = await ask().catch(() => null);
    const text = await response?.text().catch(() => null);
    if (response?.ok && text) return text;
    const status = response?.status ?? 0;
    rush.refused[status] = (rush.refused[status] ?? 0) + 1;
    const wait = Number(response?.headers.get('retry-after') ?? 0);
    if (status === 503 && wait > 0 && rush.saidWhen !== undefined) rush.saidWhen++;
    await sleep(Math.max(wait, 0.3) * 1000 * (0.75 + Math.random() / 2));
  }
  throw new Error('an answer was not taken');
}

/** Records rejections without a delay, and the board's counts. */
export async function judgeRush({ stage, client }: Api, rush: Rush): Promise<void> {
  const { refused, saidWhen, times, reportId } = rush;
  const again = Object.values(refused).reduce((sum, n) => sum + n, 0);
  stage.figure('sent again', again);
  for (const [status, n] of Object.entries(refused))
    stage.figure(status === '0' ? 'broken off' : `of them ${status}`, n);
  stage.figure('longest s', Math.max(...times) / 1000);
  stage.expect(
    saidWhen === (refused[503] ?? 0),
    `${refused[503]} were told 503, ${saidWhen} of them when to come again`,
  );
  const calm = Object.keys(refused).every((status) => status === '0' || status === '503');
  stage.expect(calm, `somebody was refused with something else than 503: ${JSON.stringify(refused)}`);
  const { report } = await client.run('query ($id: ID!) { report(id: $id) { answers { positive negative } } }', {
    id: String(reportId),
  });
  const { positive, negative } = report.answers as { positive: number; negative: number };
  const yes = [...stage.answered.values()].filter((option) => option === '1').length;
  stage.expect(positive === yes, `the board counts ${positive} yes, ${yes} were acknowledged`);
  stage.expect(negative === stage.answered.size - yes, `the board counts ${negative} no`);
}
