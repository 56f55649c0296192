import { graphql, type ResultOf } from '#web/lib/gql.ts';

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

/** The preview of one message. */
export type MessagePreview = ResultOf<typeof PreviewQuery>['previewReport'][number];

/** A preview, and the SMS text being typed. */
export type PreviewProps = { preview: MessagePreview; sms: string | null };
