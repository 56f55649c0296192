import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const TriggerStateQuery = graphql(`
  query TriggerState($id: ID!) {
    trigger(id: $id) {
      id _id identifier ways smsPin isActive hasPin locks
      readiness { people channels troubled uncovered staysInside blockers }
      listening { way channels }
      calls { _id at way caller outcome reason exercise user { firstName lastName } event { _id name } }
    }
  }
`);

export type TriggerState = NonNullable<ResultOf<typeof TriggerStateQuery>['trigger']>;

export const SetTriggerPinMutation = graphql(`
  mutation SetTriggerPin($id: ID!, $pin: String!) { setTriggerPin(id: $id, pin: $pin) { id hasPin locks } }
`);

export const UnlockTriggerMutation = graphql(`
  mutation UnlockTrigger($id: ID!, $way: String!) { unlockTrigger(id: $id, way: $way) { id locks } }
`);
