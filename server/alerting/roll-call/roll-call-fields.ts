import { AnswerBoardRef } from '#server/alerting/progress/report-fields.ts';
import { reportAccess } from '#server/api/by-person/access.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { GroupRef, ReportRef } from '#server/api/graphql/types.ts';
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

builder.objectField(ReportRef, 'rollCallGroups', (t) =>
  t.field({
    type: [RollCallGroupRef],
    description:
      'A roll call by group: the most people in need of help first, then the most not heard from. A person counts in ' +
      'each of their groups. Without access to single people, each person counts in one group, and groups of fewer than ' +
      'five people are left out.',
    complexity: { field: 10, multiplier: 20 },
    resolve: async (row, _args, ctx) => {
      const access = await reportAccess(ctx, row.id);
      return access === 'open' ? rollCallByGroup(ctx.db, row.id) : rollCallInFives(ctx.db, row.id);
    },
  }),
);
