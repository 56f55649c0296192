import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** A task on the event's page. */
export const TaskFields = graphql(`
  fragment TaskFields on Task @_unmask {
    id
    text
    dueAt
    doneAt
    group { id name }
    person { id name }
    doneBy { id firstName lastName }
  }
`);

/** A task on the event's page. */
export type TaskRow = ResultOf<typeof TaskFields>;

/** Adds a task to an event. */
export const AddTaskMutation = graphql(`
  mutation AddTask($event: ID!, $text: String!, $group: ID, $person: ID, $dueMinutes: Int) {
    addTask(event: $event, text: $text, group: $group, person: $person, dueMinutes: $dueMinutes) { id }
  }
`);

/** Completes a task, or reverts that. */
export const SetTaskDoneMutation = graphql(`
  mutation SetTaskDone($id: ID!, $done: Boolean!) { setTaskDone(id: $id, done: $done) { id doneAt } }
`);
