import { AnswerBoardRef } from '#server/alerting/progress/report-fields.ts';
import { reportAccess } from '#server/api/by-person/access.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { GroupRef, ReportRef } from '#server/api/graphql/types.ts';
import { searchWords } from '#server/api/search/words.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { fold } from '#shared/fold.ts';
import { limits } from '#shared/limits.ts';
import { type RollCallFigures, type RollCallGroup, rollCallByGroup, rollCallInFives } from './roll-call.ts';

const notHeard = ({ people, safe, needsHelp }: RollCallFigures): number => people - safe - needsHelp;

const texts = {
  people: 'Everyone in the audience.',
  safe: 'People who are safe.',
  needsHelp: 'People who need help.',
  notHeard: 'People who have not answered.',
  notReached: 'How many of these have no message that a provider accepted.',
};

const RollCallFiguresRef = builder.objectRef<RollCallFigures>('RollCallFigures').implement({
  description: 'The people of a roll call, each counted once. people = safe + needsHelp + notHeard.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: texts.people }),
    safe: t.exposeInt('safe', { description: texts.safe }),
    needsHelp: t.exposeInt('needsHelp', { description: texts.needsHelp }),
    notHeard: t.int({ description: texts.notHeard, resolve: notHeard }),
    notReached: t.exposeInt('notReached', { description: texts.notReached }),
  }),
});

const RollCallGroupRef = builder.objectRef<RollCallGroup>('RollCallGroup').implement({
  description: 'The direct members of a group in a roll call. people = safe + needsHelp + notHeard.',
  fields: (t) => ({
    group: t.field({
      type: GroupRef,
      description: 'The group.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'groups', row.groupId))!,
    }),
    people: t.exposeInt('people', { description: texts.people }),
    safe: t.exposeInt('safe', { description: texts.safe }),
    needsHelp: t.exposeInt('needsHelp', { description: texts.needsHelp }),
    notHeard: t.int({ description: texts.notHeard, resolve: notHeard }),
    notReached: t.exposeInt('notReached', { description: texts.notReached }),
  }),
});

builder.objectField(AnswerBoardRef, 'rollCall', (t) =>
  t.field({
    type: RollCallFiguresRef,
    nullable: true,
    description: 'The figures of a roll call; null for other reports.',
    resolve: (board) => (board.isRollCall ? board : null),
  }),
);

/** Most groups in one answer. */
const mostGroups = 10_000;

const search = {
  type: 'String',
  required: false,
  description: 'Only groups whose name contains these words.',
} as const;

builder.objectFields(ReportRef, (t) => ({
  rollCallGroups: t.field({
    type: [RollCallGroupRef],
    description:
      'A roll call by group: the most people in need of help first, then the most not heard from. A person counts in ' +
      'each of their groups. Without access to single people, each person counts in one group, and groups of fewer than ' +
      'five people are left out. `rollCallGroupCount` has their number.',
    args: {
      first: t.arg.int({
        defaultValue: limits.maximumPage,
        description: `How many to return, at most ${mostGroups}.`,
      }),
      search: t.arg(search),
    },
    complexity: { field: 10, multiplier: 20 },
    resolve: async (row, { first, search: term }, ctx) => {
      const count = first ?? limits.maximumPage;
      if (count < 0 || count > mostGroups) throw new Refusal('error_page_size', { first: 'error_page_size' });
      return (await groupsOf(ctx, row.id, term)).slice(0, count);
    },
  }),
  rollCallGroupCount: t.int({
    description: 'The number of groups in a roll call.',
    args: { search: t.arg(search) },
    complexity: 10,
    resolve: async (row, { search: term }, ctx) => (await groupsOf(ctx, row.id, term)).length,
  }),
}));

/** Returns the groups that the viewer may see, counted once for all fields of a request. */
async function groupsOf(ctx: Context, report: number, term: string | null | undefined): Promise<RollCallGroup[]> {
  const access = await reportAccess(ctx, report);
  const counted = loader(ctx.loaders, `rollCall.groups:${access}`, async (ids: number[], db) => {
    const count = access === 'open' ? rollCallByGroup : rollCallInFives;
    return new Map(await Promise.all(ids.map(async (id) => [id, await count(db, id)] as const)));
  });
  // a long term would occupy the process
  const words = searchWords((term ?? '').slice(0, limits.lineMaximum));
  const groups = (await counted.load(report)) ?? [];
  if (!words.length) return groups;
  return groups.filter((group) => {
    const name = fold(group.name);
    return words.every(([word]) => name.includes(word));
  });
}
