/** Everything that a report's page shows beside the people, as it is written in a document. */
export const reportFieldsText = `
  fragment ReportFields on Report @_unmask {
    ...FollowableFields
    title
    content
    language
    prepared { language title content }
    outdated { language title content }
    seen
    insertedAt
    insertedBy { id firstName lastName }
    answerUntil
    stayedInside
    reportType { id requiresRelease }
    follows { id _id title }
    followUpKind
    event { ...EventFields }
    answerOptions { code label labelDe labelEn kind askMinutes }
    standDown { on at people told reached notice { id _id } }
    answers {
      positive
      negative
      neutral
      none
      late
      asked
      reserve
      stranded
      nextArrival
      figures { people unreachable }
      goal
      functions
      filled
      unfilled
      missing
      limits { group { id _id name parentGroup { id name } } needed reached contacted remaining stranded state }
    }
    messages {
      edges {
        node { ...MessageFields }
      }
    }
  }
`;

/** Asks for it; what it needs of each event and message, the document has to bring. */
export const reportText = `
  query Report($id: ID!) { report(id: $id) { ...ReportFields } }
`;
