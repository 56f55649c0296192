import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { ReportTypeFields } from '#web/messages/queries.ts';

/** The texts prepared for an event type or for all, by type of report. */
export const EventTypeTextsQuery = graphql(
  `
  query EventTypeTexts($eventType: ID!) {
    reportTypes(first: 100, isActive: true) { edges { node { ...ReportTypeFields _id } } }
    reportEventSnippets(first: 1000, eventType: $eventType) {
      edges {
        node {
          id
          eventType { id }
          reportType { id }
          snippet { id name content isActive }
        }
      }
    }
  }
`,
  [ReportTypeFields],
);

type Texts = ResultOf<typeof EventTypeTextsQuery>;

/** A text assigned to a type of report. */
export type Assignment = Texts['reportEventSnippets']['edges'][number]['node'];

export type ReportType = Texts['reportTypes']['edges'][number]['node'];

export const SnippetChoicesQuery = graphql(`
  query SnippetChoices { snippets(first: 500, isActive: true) { edges { node { id name content } } } }
`);

export const SnippetUsageQuery = graphql(`
  query SnippetUsage($id: ID!) { usage(type: "Snippet", id: $id) { what count } }
`);

export const CreateSnippetMutation = graphql(`
  mutation CreateSnippet($input: CreateSnippetInput!) { createSnippet(input: $input) { id } }
`);

export const UpdateSnippetMutation = graphql(`
  mutation UpdateSnippet($input: UpdateSnippetInput!) { updateSnippet(input: $input) { id name content } }
`);

export const AssignSnippetMutation = graphql(`
  mutation AssignSnippet($input: CreateReportEventSnippetInput!) { createReportEventSnippet(input: $input) { id } }
`);

export const UnassignSnippetMutation = graphql(`
  mutation UnassignSnippet($id: ID!) { deleteReportEventSnippet(id: $id) { id } }
`);

/** The checklist of an event type, in order. */
export const EventTypeChecklistQuery = graphql(`
  query EventTypeChecklist($eventType: ID!) {
    checklistItems(first: 200, eventType: $eventType) {
      edges { node { id name dueMinutes group { id name } person { id name } } }
    }
  }
`);

/** The deadlines of an event type for reports to authorities, in order. */
export const EventTypeDeadlinesQuery = graphql(`
  query EventTypeDeadlines($eventType: ID!) {
    deadlineRules(first: 100, eventType: $eventType) {
      edges { node { id name hours months after { id name } } }
    }
  }
`);

export const AddDeadlinePresetMutation = graphql(`
  mutation AddDeadlinePreset($eventType: ID!, $preset: DeadlinePreset!) {
    addDeadlinePreset(eventType: $eventType, preset: $preset)
  }
`);

/** The event statuses with their names in both languages. */
export const EventStatusesQuery = graphql(`
  query EventStatuses { eventStatuses(first: 10) { edges { node { id identifier nameDe nameEn } } } }
`);

export type EventStatus = ResultOf<typeof EventStatusesQuery>['eventStatuses']['edges'][number]['node'];

export const RenameEventStatusMutation = graphql(`
  mutation RenameEventStatus($id: ID!, $name: String!, $nameEn: String) {
    updateEventStatus(id: $id, name: $name, nameEn: $nameEn) { id name nameDe nameEn }
  }
`);
