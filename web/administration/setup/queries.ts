import { graphql } from '#web/lib/gql.ts';

export const UpdateSystemSettingMutation = graphql(`
  mutation UpdateSystemSetting($valueKey: String!, $valueStr: String, $valueBlob: ID) {
    updateSystemSetting(valueKey: $valueKey, valueStr: $valueStr, valueBlob: $valueBlob) {
      id
      valueKey
      valueStr
      valueBlob { id contentUrl }
    }
  }
`);
