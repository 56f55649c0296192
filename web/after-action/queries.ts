import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const AfterActionQuery = graphql(
  `
  query AfterAction($event: ID!) {
    afterAction(event: $event) {
      personAccess
      event { ...EventFields }
      alarms {
        report { id _id title }
        sentAt firstAt halfAt allAt
        none
        figures {
          people asked reserve waiting unreachable notAsked handedOver delivered read positive negative neutral none
        }
      }
      reach { people asked reached positive negative neutral none }
      channels { name type messages handedOver delivered failed open suppressed answers }
      groups { id name people reached positive negative neutral none arrived }
      limits { group list needed reached contacted state begunAt endedAt }
      counts { arrived notNeeded missing }
      people {
        person { id _id firstName lastName }
        functions answeredAt expectedAt arrivedAt state
      }
      course { at answered coming arrived }
      timeline {
        id _id happenedAt text by { id firstName lastName }
        corrects { id happenedAt }
        corrections { id }
      }
      moreTimeline
    }
  }
`,
  [EventFields],
);

export type AfterAction = NonNullable<ResultOf<typeof AfterActionQuery>['afterAction']>;

/** Returns whether works-council mode withholds the figures of an alarm or of all. */
export const hasNoFigures = (access: string, { people }: { people: number }): boolean =>
  access !== 'open' && people === 0;

export type Alarm = AfterAction['alarms'][number];
