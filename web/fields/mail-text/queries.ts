import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const PreviewSystemMailQuery = graphql(`
  query PreviewSystemMail($identifier: String!, $language: String!, $subject: String!, $content: String!) {
    previewSystemMail(identifier: $identifier, language: $language, subject: $subject, content: $content) {
      subject
      text
      html
      placeholders
      unknown
      missing
      builtIn { subject content }
    }
  }
`);

export type PreviewedMail = ResultOf<typeof PreviewSystemMailQuery>['previewSystemMail'];
