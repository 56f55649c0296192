import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** How a system mail would look with the text that is being written. */
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

/** A system mail as it would look. */
export type MailPreview = ResultOf<typeof PreviewSystemMailQuery>['previewSystemMail'];
