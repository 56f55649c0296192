import { graphql, type ResultOf } from '#web/lib/gql.ts';

const DeadlineFields = graphql(`
  fragment DeadlineFields on Deadline @_unmask {
    id
    _id
    name
    state
    dueAt
    countsFrom
    after { id name }
    acceptsProgress
    draft
    version
    reportedAt
    recordedAt
    reportedBy { id firstName lastName }
    way
    reference
    report
    isProgress
    waivedAt
    waivedBy { id firstName lastName }
    waivedReason
    additions { at text by { id firstName lastName } }
  }
`);

export type Deadline = ResultOf<typeof DeadlineFields>;

export const DeadlinesQuery = graphql(
  `
  query Deadlines($event: ID!) {
    event(id: $event) {
      id
      _id
      name
      mode
      isRunning
      knownAt
      deadlines { ...DeadlineFields }
    }
  }
`,
  [DeadlineFields],
);

export type DeadlineEvent = NonNullable<ResultOf<typeof DeadlinesQuery>['event']>;

/** The next deadlines of an event, for its page. */
export const NextDeadlineQuery = graphql(`
  query NextDeadline($event: ID!) {
    event(id: $event) { id _id deadlines { id name state dueAt } }
  }
`);

export const SuggestionQuery = graphql(`
  query DeadlineSuggestion($id: ID!) { deadline(id: $id) { id suggestion } }
`);

export const SaveDraftMutation = graphql(`
  mutation SaveDeadlineDraft($id: ID!, $text: String!, $version: Int!) {
    saveDeadlineDraft(id: $id, text: $text, version: $version) { id version draft }
  }
`);

export const RecordDispatchMutation = graphql(`
  mutation RecordDispatch(
    $id: ID!, $at: DateTime!, $way: ReportWay!, $reference: String, $text: String, $isProgress: Boolean
  ) {
    recordDispatch(id: $id, at: $at, way: $way, reference: $reference, text: $text, isProgress: $isProgress) { id state }
  }
`);

/** Adds a text to a recorded dispatch. */
export const AddToDispatchMutation = graphql(`
  mutation AddToDispatch($id: ID!, $text: String!) { addToDispatch(id: $id, text: $text) { id } }
`);

/** Declares a report not required. */
export const WaiveDeadlineMutation = graphql(`
  mutation WaiveDeadline($id: ID!, $reason: String!) { waiveDeadline(id: $id, reason: $reason) { id state } }
`);

/** Declares a report required again. */
export const ResumeDeadlineMutation = graphql(`
  mutation ResumeDeadline($id: ID!) { resumeDeadline(id: $id) { id state } }
`);

/** Corrects when the organisation knew of the event. */
export const CorrectKnowledgeMutation = graphql(`
  mutation CorrectKnowledge($event: ID!, $knownAt: DateTime!, $reason: String!) {
    correctKnowledge(event: $event, knownAt: $knownAt, reason: $reason) { id knownAt }
  }
`);

/** Adds a deadline that an authority named. */
export const AddDeadlineMutation = graphql(`
  mutation AddDeadline($event: ID!, $name: String!, $dueAt: DateTime!) {
    addDeadline(event: $event, name: $name, dueAt: $dueAt) { id }
  }
`);
