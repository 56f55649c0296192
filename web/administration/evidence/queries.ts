import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const EvidenceQuery = graphql(`
  query Evidence($type: ID!) {
    evidencePack(eventType: $type) {
      name asOf lastTestAt intervalDays people drilled hidesPersons lists
      responsible { name hasLeft }
      deputy { name hasLeft }
      texts { name content }
      functions { list group needed onDuty members usable }
      channels { name trouble lastSuccessAt }
      checklist { name who minutes }
      tests { report name mode isUnannounced at figures { people asked handedOver delivered answered positive } groups { group people reached } }
      revisions { kind name at by action }
      persons { person name groups leaver drilledIn }
      findings { key name count }
    }
  }
`);

export type EvidencePack = NonNullable<ResultOf<typeof EvidenceQuery>['evidencePack']>;
