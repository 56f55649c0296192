import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** What would arrive of a report's messages that have not been sent, with texts that are not stored yet. */
export const PreviewQuery = graphql(`
  query PreviewReport($report: ID!, $texts: [TypedTextInput!]) {
    previewReport(report: $report, texts: $texts) {
      message { id }
      seen
      person { id firstName lastName }
      shape
      language
      encoding
      subject
      html
      parts { text place times length limit }
      media
      document
      answers { code label }
      frame { before after values }
      losses { loss places kept }
      unfilled { placeholder people }
      cost { cost currency recipients }
    }
  }
`);

/** One message as it would arrive. */
export type MessagePreview = ResultOf<typeof PreviewQuery>['previewReport'][number];
