import { graphql } from '#web/lib/gql.ts';

/** The texts of one occasion in all languages. */
export const SystemMailLanguagesQuery = graphql(`
  query SystemMailLanguages($search: String!) {
    systemMails(first: 100, search: $search) { edges { node { _id identifier language } } }
  }
`);

export const TestSystemMailMutation = graphql(`
  mutation TestSystemMail($identifier: String!, $language: String!) {
    testSystemMail(identifier: $identifier, language: $language)
  }
`);
