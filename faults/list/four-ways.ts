import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { answerUrl } from '#server/channels/rendering/render.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { type Api, createListOfPeople, draftTo, launchDraft, openApi } from '../api.ts';
import { type Fault, ofRushes } from '../fault.ts';
import { openGateway } from '../gateway.ts';
import type { Process } from '../process.ts';
import { openPush } from '../push.ts';
import { giveAnswer } from '../rush.ts';
import { openSms } from '../sms.ts';
import { type Stage, slots } from '../stage.ts';

type Way = 'mail' | 'SMPP' | 'HTTP' | 'push';

// milliseconds that a provider takes for a message, so that all four alarms last as long as the kills
const slow = 1_000;
const pushSlots = 20;
/** The part of the people that each alarm asks. */
const shares: Record<Way, number> = { mail: 0.18, SMPP: 0.18, HTTP: 0.28, push: 0.36 };

const fourWays: Fault = {
  id: 'F38',
  procedure:
    'Four alarms are launched over the API, by mail, SMPP, an HTTP gateway and push. Every second person opens the link of the alarm and answers. One of two workers, chosen at random, is killed (SIGKILL) and restarted repeatedly.',
  expected: 'Each answer is stored at once. Each of the four channels is sending at the time of a kill.',
  invariants: ofRushes,
  count: { full: 4000, short: 800 },
  async play(stage) {
    const { channels, replaced } = await openWays(stage);
    const api = await openApi(stage);
    const workers: Process[] = [await stage.worker(), await stage.worker()];
    for (const [way, { channelId, equip }] of Object.entries(channels)) {
      const list = await createListOfPeople(stage, Math.floor(stage.count * shares[way as Way]));
      await equip?.(list);
      await launchDraft(api, await draftTo(stage, channelId, list));
    }
    const answering = startAnswering(api);
    const kills = stage.short ? 4 : 20;
    const hit: Record<string, number> = { mail: 0, SMPP: 0, HTTP: 0, push: 0 };
    for (let n = 1; n <= kills; n++) {
      await stage.untilTaken(Math.floor(stage.count * ((n - stage.random() * 0.9) / (kills + 1))));
      const underWay = await findUnderWay(stage);
      for (const [way, { channelId }] of Object.entries(channels)) if (underWay.has(channelId)) hit[way]!++;
      const at = Math.floor(stage.random() * 2);
      stage.permit(2 * slots + pushSlots);
      await stage.kill(workers[at]!);
      workers[at] = await stage.worker();
    }
    await stage.done();
    const { answers, refused } = await answering.stop();
    stage.figure('kills', kills);
    for (const [way, times] of Object.entries(hit)) {
      stage.figure(`of them with ${way} under way`, times);
      stage.expect(times > 0, `no kill met ${way}`);
    }
    stage.figure('answers', answers);
    stage.figure('replaced on the device', replaced());
    stage.expect(answers > 0, 'nobody answered');
    stage.expect(Object.keys(refused).length === 0, `answers were refused: ${JSON.stringify(refused)}`);
  },
};

interface OpenedWay {
  channelId: number;
  equip?(list: number): Promise<void>;
}

async function openWays(stage: Stage): Promise<{ channels: Record<Way, OpenedWay>; replaced(): number }> {
  const mail = await stage.mail({ delay: slow });
  const sms = await openSms(stage);
  sms.smsc.before = () => sleep(slow);
  const gateway = await openGateway(stage);
  const push = await openPush(stage);
  push.service.delay = slow;
  return { channels: { mail, SMPP: sms, HTTP: gateway, push }, replaced: push.replaced };
}

/** Returns the channels that a provider is handed a message of. */
async function findUnderWay({ db }: Stage): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct channel_id as id from message_recipients where status = 'sending'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Answers for every second person who has the alarm, until it is stopped. */
function startAnswering({ stage, process }: Api) {
  const { db, secrets, answered } = stage;
  const refused: Record<number, number> = {};
  let isOver = false;
  const unanswered = async () => {
    const { rows } = await sql<{ id: number; nonce: Buffer }>`
      select id, nonce from message_recipients where status in ${recipientStates.accepted} and token_hash is not null
        and id % 2 = 0 and id <> all(${[...answered.keys()]}::int[]) order by id limit 40`.execute(db);
    return rows;
  };
  const answering = (async () => {
    for (;;) {
      const last = isOver;
      const rows = await unanswered();
      if (last && rows.length === 0) return;
      await Promise.all(
        rows.map(async ({ id, nonce }) => {
          const option = id % 4 ? '1' : '2';
          await giveAnswer({ refused }, answerUrl({ secrets, publicUrl: process.url }, nonce), option);
          answered.set(id, option);
        }),
      );
      if (rows.length === 0) await sleep(100);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await answering;
      return { answers: answered.size, refused };
    },
  };
}

/** Faults of processes while an alarm leaves over several ways. */
export const fourWaysFaults: readonly Fault[] = [fourWays];
