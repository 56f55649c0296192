import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { eventFieldsText } from './event-fields.ts';

/** An event's common fields. */
export const EventFields = graphql(eventFieldsText);

/** An event in lists and headers. */
export type EventRow = ResultOf<typeof EventFields>;

/** The running events with their alarms and unsent reports, and a page of all others. */
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

/** The event types for tiles and selections. */
export const EventTypesQuery = graphql(`
  query EventTypes {
    eventTypes(first: 1000, isActive: true) {
      edges { node { id _id name identifier description icon { id contentUrl } } }
    }
  }
`);

/** The possible locations of an event. */
export const LocationsQuery = graphql(`
  query EventLocations {
    locations(first: 1000, isActive: true) { edges { node { id _id name address } } }
  }
`);

/** Signals a change of one event. */
export const EventChanged = graphql(`
  subscription EventChanged($id: ID!) { eventChanged(id: $id) { id } }
`);

/** Signals a change of the running events. */
export const RunningEventsChanged = graphql(`
  subscription RunningEventsChanged { runningEventsChanged }
`);

/** Creates an event. */
export const CreateEventMutation = graphql(`
  mutation CreateEvent($input: CreateEventInput!) { createEvent(input: $input) { id _id } }
`);

/** Changes an event's name, description, type, location or time. */
export const UpdateEventMutation = graphql(`
  mutation UpdateEvent($input: UpdateEventInput!) { updateEvent(input: $input) { id } }
`);
