import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, GroupRef, PersonRef, TaskRef, UserRef } from '#server/api/graphql/types.ts';
import { listTasks } from './queries.ts';
import { addTask, setTaskDone } from './write.ts';

TaskRef.implement({
  description: 'A task in an event.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('tasks', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    text: t.exposeString('text', { description: 'The text of the task.' }),
    group: t.field({
      type: GroupRef,
      nullable: true,
      description: 'The function that does it.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'groups', row.groupId),
    }),
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'The person who does it.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'people', row.personId),
    }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The deadline. A task that is still open after it is overdue.',
    }),
    fromChecklist: t.boolean({
      description: 'Whether it came from the checklist of the event type.',
      resolve: (row) => row.insertedBy === null,
    }),
    doneAt: t.expose('doneAt', { type: 'DateTime', nullable: true, description: 'When it was marked as done.' }),
    doneBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who marked it as done.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.doneBy),
    }),
  }),
});

builder.objectField(EventRef, 'tasks', (t) =>
  t.field({
    type: connectionOf(TaskRef),
    description: 'Its tasks: open ones by deadline, then open ones without a deadline, then finished ones.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listTasks(ctx, row.id, args),
  }),
);

builder.mutationFields((t) => ({
  addTask: t.field({
    type: TaskRef,
    description: 'Adds a task to an event.',
    authScopes: { feature: 'edit_event' },
    args: {
      event: t.arg.id({ required: true, description: 'The event.' }),
      text: t.arg.string({ required: true, description: 'The text of the task.' }),
      group: t.arg.id({ description: 'The function that does it.' }),
      person: t.arg.id({ description: 'The person who does it, instead of a function.' }),
      dueMinutes: t.arg.int({ description: 'Minutes from now by which it is to be done.' }),
    },
    resolve: (_parent, { event, text, group, person, dueMinutes }, ctx) =>
      addTask(ctx, {
        eventId: numberOf('events', event),
        text,
        groupId: optionalNumberOf('groups', group),
        personId: optionalNumberOf('people', person),
        dueMinutes,
      }),
  }),
  setTaskDone: t.field({
    type: TaskRef,
    description: 'Marks a task as done, or as open again. Repeating it changes nothing.',
    authScopes: { feature: 'edit_event' },
    args: {
      id: t.arg.id({ required: true, description: 'The task.' }),
      done: t.arg.boolean({ required: true, description: 'Whether it is done.' }),
    },
    resolve: (_parent, { id, done }, ctx) => setTaskDone(ctx, numberOf('tasks', id), done),
  }),
}));
