import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Api, createListOfPeople, draftTo, launchDraft, openApi } from '../api.ts';
import { type Fault, ofLaunches } from '../fault.ts';
import { signalPostgres } from '../postgres.ts';
import { startProxy } from '../proxy.ts';
import { mailSlots } from '../stage.ts';

const databaseKilled: Fault = {
  id: 'F4',
  procedure:
    'PostgreSQL and all of its processes are killed repeatedly while two workers send and 4 clients launch messages over the API. Each client repeats a launch with the same key until it is confirmed. Every second seed runs with synchronous_commit = off.',
  expected: 'Each launch is confirmed in the end. The workers continue by themselves.',
  invariants: ofLaunches,
  count: { full: 4000, short: 800 },
  killsDatabase: true,
  async play(stage) {
    const { db } = stage;
    if (stage.seed % 2 === 0) {
      await sql`alter system set synchronous_commit = off`.execute(db);
      await sql`select pg_reload_conf()`.execute(db);
    }
    const { channelId } = await stage.mail({ delay: 5 });
    const api = await openApi(stage);
    const workers = [await stage.worker(), await stage.worker()];
    const drafts: number[] = [];
    const launches = 40;
    for (let n = 0; n < launches; n++) {
      drafts.push(await draftTo(stage, channelId, await createListOfPeople(stage, Math.ceil(stage.count / launches))));
    }
    const kills = stage.short ? 2 : 5;
    const asked: number[] = [];
    const client = async () => {
      for (let id = drafts.pop(); id !== undefined; id = drafts.pop()) asked.push(await launchDraft(api, id));
    };
    const killing = async () => {
      for (let n = 1; n <= kills; n++) {
        while (drafts.length > launches * (1 - n / (kills + 1))) await sleep(20);
        await sleep(stage.random() * 300);
        stage.permit(2 * mailSlots); // of both workers
        await signalPostgres(stage.postgres!, 'SIGKILL');
      }
    };
    await Promise.all([client(), client(), client(), client(), killing()]);
    const begun = performance.now();
    await stage.done();
    stage.figure('kills', kills);
    stage.figure(
      'asked again',
      asked.reduce((sum, n) => sum + n - 1, 0),
    );
    stage.figure('s until all through', (performance.now() - begun) / 1000);
    for (const worker of workers) {
      const code = await worker.end('SIGTERM');
      stage.expect(code === 0, `a worker ended with ${code}: ${worker.log().slice(-300)}`);
    }
  },
};

// in PostgreSQL's protocol: a statement is parsed under a name, which may be empty, and bound by its name
const parsedLaunch = /P[\s\S]{4}([^\0]*)\0[^\0]*insert into launches/;
const bindsTo = (name: string) => `\0${name}\0`;
const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0');

/** A proxy between the API and PostgreSQL that lets a commit happen but drops its confirmation. */
async function cutAfterCommit(url: string, act: () => boolean) {
  const { hostname, port } = new URL(url);
  return startProxy({ host: hostname, port: Number(port) }, () => {
    let launching = false;
    let kept = '';
    return {
      said(chunk) {
        const [isParsed, name = ''] = parsedLaunch.exec(chunk.toString('latin1')) ?? [];
        if (name) kept = name;
        if (isParsed || (kept && chunk.includes(bindsTo(kept)))) launching = true;
      },
      answered(chunk) {
        if (!launching || !chunk.includes(committed)) return true;
        launching = false;
        return !act();
      },
    };
  });
}

const unanswered: Fault = {
  id: 'F5',
  procedure:
    'PostgreSQL commits a launch. Before the API receives the result, the API is killed (SIGKILL) or its connection is cut. The client repeats the launch with the same key.',
  expected: 'Each launch happens exactly once.',
  invariants: ofLaunches,
  count: { full: 400, short: 60 },
  async play(stage) {
    const { channelId } = await stage.mail();
    const launches = Math.ceil(stage.count / 2);
    const kills = Math.min(stage.short ? 3 : 12, Math.ceil(launches / 2));
    const deadly = new Set(
      Array.from({ length: kills }, (_, n) => Math.floor(((n + stage.random()) * launches) / kills)),
    );
    let api: Api | undefined;
    let fate: 'kill' | 'cut' | null = null;
    let met = 0;
    const proxy = await cutAfterCommit(stage.url, () => {
      if (!fate) return false;
      met++;
      if (fate === 'kill') void api?.process.end('SIGKILL');
      fate = null;
      return true;
    });
    stage.after(() => proxy.stop());
    const through = new URL(stage.url);
    through.port = String(proxy.port);
    api = await openApi(stage, through.href);
    await stage.worker();
    for (let n = 0; n < launches; n++) {
      const id = await draftTo(stage, channelId, await createListOfPeople(stage, 2));
      fate = deadly.has(n) ? 'kill' : 'cut';
      const killed = fate === 'kill' ? api.process.ended.then(() => api?.again()) : null;
      await launchDraft(api, id);
      await killed;
    }
    await stage.done();
    stage.figure('unanswered commits', met);
    stage.figure('of them killed', deadly.size);
    stage.expect(met === launches, `only ${met} of ${launches} commits were met`);
  },
};

/** Faults of the database, and of its connection to the API. */
export const databaseFaults: readonly Fault[] = [databaseKilled, unanswered];
