import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { PersonRef, type Row } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { type Context, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { loadAbsences, type NewAbsence } from './absences.ts';
import { enterAbsence, finishAbsence, type Whose } from './change.ts';
import { findOwnPerson } from './own-person.ts';

const AbsenceRef = builder.objectRef<Row<'absences'>>('Absence').implement({
  description: 'A period in which a person cannot be reached. Alarms ask the next person.',
  fields: (t) => ({
    _id: t.exposeInt('id', { description: 'Its number.' }),
    from: t.expose('fromAt', { type: 'DateTime', description: 'The start.' }),
    until: t.expose('untilAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The end; null until further notice.',
    }),
    remark: t.string({
      nullable: true,
      description: 'A note; only for the person and for users who edit contacts.',
      resolve: async (row, _args, ctx) =>
        can(ctx, 'edit_contact') || (await findOwnPerson(ctx)) === row.personId ? row.remark : null,
    }),
  }),
});

async function absencesOf(ctx: Context, personId: number): Promise<Row<'absences'>[]> {
  const absences = loader<number, Row<'absences'>[]>(ctx.loaders, 'person.absences', async (ids, db) =>
    Map.groupBy(await loadAbsences(db, ids), (row) => row.personId),
  );
  return (await absences.load(personId)) ?? [];
}

builder.objectFields(PersonRef, (t) => ({
  absences: t.field({
    type: [AbsenceRef],
    description: 'Current and future periods in which the person cannot be reached, the next first.',
    complexity: { field: 1, multiplier: 2 },
    resolve: (person, _args, ctx) => absencesOf(ctx, person.id),
  }),
  absence: t.field({
    type: AbsenceRef,
    nullable: true,
    description: 'The current absence; of several, the one that ends last.',
    resolve: async (person, _args, ctx) => {
      const now = (await absencesOf(ctx, person.id)).filter(({ fromAt }) => fromAt.getTime() <= Date.now());
      const end = ({ untilAt }: Row<'absences'>) => untilAt?.getTime() ?? Number.POSITIVE_INFINITY;
      return now.toSorted((a, b) => end(b) - end(a))[0] ?? null;
    },
  }),
}));

builder.queryField('ownPerson', (t) =>
  t.field({
    type: PersonRef,
    nullable: true,
    description: 'The person with the e-mail address of the signed-in user; null if there is none or more than one.',
    authScopes: { inPerson: true },
    resolve: async (_parent, _args, ctx) => loadRow(ctx, 'people', await findOwnPerson(ctx)),
  }),
);

const AbsenceInput = builder.inputType('AbsenceInput', {
  description: 'A period in which a person cannot be reached.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'The start; absent: now.' }),
    until: t.field({ type: 'DateTime', description: 'The end; absent: until further notice.' }),
    remark: t.string({ description: 'A note for users who manage contacts.' }),
  }),
});

builder.mutationFields((t) => {
  const person = t.arg.id({ required: true, description: 'The person.' });
  const input = t.arg({ type: AbsenceInput, required: true, description: 'The period.' });
  const id = t.arg.int({ required: true, description: 'The number of the absence.' });
  return {
    addAbsence: t.field({
      type: PersonRef,
      description: 'Adds an absence of a person.',
      authScopes: { feature: 'edit_contact' },
      args: { person, input },
      resolve: (_parent, args, ctx) =>
        add(ctx, { personId: numberOf('people', args.person), isOwn: false }, args.input),
    }),
    addOwnAbsence: t.field({
      type: PersonRef,
      description: 'Adds an absence of the signed-in user.',
      authScopes: { inPerson: true },
      args: { input },
      resolve: async (_parent, args, ctx) => add(ctx, { personId: await ownPerson(ctx), isOwn: true }, args.input),
    }),
    endAbsence: t.field({
      type: PersonRef,
      description: 'Ends an absence now. One that has not started is deleted.',
      authScopes: { feature: 'edit_contact' },
      args: { id },
      resolve: (_parent, args, ctx) => end(ctx, args.id),
    }),
    endOwnAbsence: t.field({
      type: PersonRef,
      description: 'Ends an own absence now. One that has not started is deleted.',
      authScopes: { inPerson: true },
      args: { id },
      resolve: async (_parent, args, ctx) => end(ctx, args.id, await ownPerson(ctx)),
    }),
  };
});

async function ownPerson(ctx: Context): Promise<number> {
  const id = await findOwnPerson(ctx);
  if (id === null) throw new Refusal('error_no_own_person');
  return id;
}

async function add(ctx: Context, whose: Whose, input: NewAbsence): Promise<Row<'people'>> {
  await enterAbsence(signedIn(ctx), whose, input);
  return (await loadRow(ctx, 'people', whose.personId))!;
}

async function end(ctx: Context, id: number, owner?: number): Promise<Row<'people'>> {
  const personId = await finishAbsence(signedIn(ctx), id, owner);
  return (await loadRow(ctx, 'people', personId))!;
}
