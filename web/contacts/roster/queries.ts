import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** A group's roster within a period, and the people who can take turns. */
export const RosterQuery = graphql(`
  query Roster($id: ID!, $from: DateTime!, $until: DateTime!, $now: DateTime!, $ahead: DateTime!) {
    group(id: $id) {
      id
      name
      isActive
      listPerson(first: 200) {
        edges {
          node {
            id _id firstName lastName isActive absences { from until } place: personData(keyFields: ["15", "16"]) { _id display }
          }
        }
      }
      roster {
        alwaysNeeded
        linkedAt
        ahead: within(from: $now, until: $ahead) { turns { id } gaps { from until } }
        within(from: $from, until: $until) {
          turns {
            id
            shift
            turn
            from
            until
            everyWeeks
            repeatsUntil
            isImported
            isCalled
            person { id _id firstName lastName isActive }
            planned { id _id firstName lastName }
            away { from until }
          }
          dropped { shift turn from until planned { id _id firstName lastName } }
          gaps { from until }
        }
      }
    }
  }
`);

export const DutiesQuery = graphql(`
  query Duties($from: DateTime!, $until: DateTime!) {
    groups(first: 50, isActive: true, hasRoster: true) {
      totalCount
      edges {
        node {
          id
          _id
          name
          roster {
            within(from: $from, until: $until) {
              turns { id from until isCalled person { id _id firstName lastName } away { from until } }
              gaps { from until }
            }
          }
        }
      }
    }
  }
`);

export type DutyGroup = ResultOf<typeof DutiesQuery>['groups']['edges'][number]['node'];

export type RosterGroup = NonNullable<ResultOf<typeof RosterQuery>['group']>;

/** One turn of a shift. */
export type TurnRow = RosterGroup['roster']['within']['turns'][number];

/** One cancelled turn of a shift. */
export type DroppedRow = RosterGroup['roster']['within']['dropped'][number];

/** A period without anyone on duty. */
export type GapRow = RosterGroup['roster']['within']['gaps'][number];

export const CreateShiftMutation = graphql(`
  mutation CreateShift($group: ID!, $input: ShiftInput!) { createShift(group: $group, input: $input) { id } }
`);

/** Removes a shift, or its turns from a given one. */
export const DeleteShiftMutation = graphql(`
  mutation DeleteShift($shift: Int!, $fromTurn: Int) { deleteShift(shift: $shift, fromTurn: $fromTurn) { id } }
`);

export const SetSubstituteMutation = graphql(`
  mutation SetSubstitute($shift: Int!, $turn: Int!, $person: ID!) {
    setSubstitute(shift: $shift, turn: $turn, person: $person) { id }
  }
`);

export const DropTurnMutation = graphql(`
  mutation DropTurn($shift: Int!, $turn: Int!) { dropTurn(shift: $shift, turn: $turn) { id } }
`);

export const SetAlwaysNeededMutation = graphql(`
  mutation SetAlwaysNeeded($group: ID!, $alwaysNeeded: Boolean!) {
    setAlwaysNeeded(group: $group, alwaysNeeded: $alwaysNeeded) { id }
  }
`);

export const CreateRosterLinkMutation = graphql(`
  mutation CreateRosterLink($group: ID!) { createRosterLink(group: $group) }
`);

export const RevokeRosterLinkMutation = graphql(`
  mutation RevokeRosterLink($group: ID!) { revokeRosterLink(group: $group) { id } }
`);

export const ImportRosterMutation = graphql(`
  mutation ImportRoster($group: ID!, $calendar: String!, $people: [CalendarPersonInput!], $dryRun: Boolean!) {
    importRoster(group: $group, calendar: $calendar, people: $people, dryRun: $dryRun) {
      addedCount
      added { person { id firstName lastName } starts ends }
      removedCount
      removed { person { id firstName lastName } starts ends }
      kept
      lostChanges
      unknown { name shifts }
      unknownZones
      unreadCount
      unread { name starts reason part }
      outside
      cancelled
    }
  }
`);

export type CalendarImport = ResultOf<typeof ImportRosterMutation>['importRoster'];
