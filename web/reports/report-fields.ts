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
    answerOptions { code label labelDe labelEn kind askMinutes safety }
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
      rollCall { people safe needsHelp notHeard notReached }
      isWithheld
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

/** The document must add the fragments of event and message fields. */
export const reportText = `
  query Report($id: ID!) { report(id: $id) { ...ReportFields } }
`;
