import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const AlarmPromiseQuery = graphql(`
  query AlarmPromise($month: String) {
    alarmPromise(month: $month) {
      month months asOf since tests succeeded alarms handOvers inTime
      outages { startsAt endsAt misses failure }
    }
  }
`);

export type AlarmPromise = NonNullable<ResultOf<typeof AlarmPromiseQuery>['alarmPromise']>;
