import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { eventFieldsText } from './event-fields.ts';

/** What every place that shows an event needs of it. */
export const EventFields = graphql(eventFieldsText);

/** An event as lists and heads show it. */
export type EventRow = ResultOf<typeof EventFields>;

/** The running events, whether they have alarms and what is begun of them, and a page of all others. */
export const EventsQuery = graphql(
  `
  query Events($first: Int!, $eventStatus: [String!]!, $name: String, $withRunning: Boolean!) {
    running: events(first: 100, isRunning: true, name: $name) @include(if: $withRunning) {
      edges { node { ...EventFields activations(first: 1) { edges { node { id } } } } }
    }
    waiting @include(if: $withRunning) { drafts { id _id reportType { id identifier } event { id _id } } }
    others: events(first: $first, isRunning: false, eventStatus: $eventStatus, name: $name) {
      edges { node { ...EventFields } }
      totalCount
    }
  }
`,
  [EventFields],
);

/** The kinds of events, as tiles and selections show them. */
export const EventTypesQuery = graphql(`
  query EventTypes {
    eventTypes(first: 1000, isActive: true) {
      edges { node { id _id name identifier description icon { id contentUrl } } }
    }
  }
`);

/** The places an event can happen at. */
export const LocationsQuery = graphql(`
  query EventLocations {
    locations(first: 1000, isActive: true) { edges { node { id _id name address } } }
  }
`);

/** Says that something about one event changed. */
export const EventChanged = graphql(`
  subscription EventChanged($id: ID!) { eventChanged(id: $id) { id } }
`);

/** Says that the list of running events changed. */
export const RunningEventsChanged = graphql(`
  subscription RunningEventsChanged { runningEventsChanged }
`);

/** Makes an event. */
export const CreateEventMutation = graphql(`
  mutation CreateEvent($input: CreateEventInput!) { createEvent(input: $input) { id _id } }
`);

/** Changes an event's name, description, type, location or time. */
export const UpdateEventMutation = graphql(`
  mutation UpdateEvent($input: UpdateEventInput!) { updateEvent(input: $input) { id } }
`);
