import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** What a line about an upload shows. */
const UploadLine = graphql(`
  fragment UploadLine on UploadResult @_unmask {
    id
    _id
    status
    fileName
    insertedAt
    insertedBy { firstName lastName }
    created
    updated
    unchanged
    failed
    remarked
    error
    canUndo
  }
`);

/** An upload as a line shows it. */
export type UploadLineRow = ResultOf<typeof UploadLine>;

const UploadDetails = graphql(
  `
  fragment UploadDetails on UploadResult @_unmask {
    ...UploadLine
    appliedAt
    undoneAt
    format
    program
    mappedBy
    isStrict
    encoding
    separator
    totalRows
    processedRows
    notUndone
    groupsToCreate
    canApply
    columns { header target samples isEmpty problem }
    notes { isRefusal key column label value count lines }
  }
`,
  [UploadLine],
);

/** An upload as its page shows it. */
export type Upload = ResultOf<typeof UploadDetails>;

/** One upload. */
export const UploadQuery = graphql(`query Upload($id: ID!) { upload(id: $id) { ...UploadDetails } }`, [UploadDetails]);

/** What is said of several rows in the same words. */
export type UploadNote = Upload['notes'][number];

/** Some rows of an upload: those after a line, all or those with one outcome. */
export const UploadRowsQuery = graphql(`
  query UploadRows($id: ID!, $first: Int!, $after: Int, $outcome: [String!], $remarked: Boolean) {
    upload(id: $id) {
      id
      rows(first: $first, after: $after, outcome: $outcome, remarked: $remarked) {
        line
        outcome
        name
        person { _id }
        problems { key column label line value }
        remarks { key column label line value }
        changes
      }
    }
  }
`);

/** What a row of a file would do, or did. */
export type UploadRow = NonNullable<ResultOf<typeof UploadRowsQuery>['upload']>['rows'][number];

/** One difference that a row makes, in words. */
export type UploadChange = {
  field: string;
  label: string;
  before: string | null;
  after: string | null;
  isHidden: boolean;
};

/** Earlier uploads, the newest first. */
export const UploadsQuery = graphql(
  `
  query Uploads($first: Int!) {
    uploads(first: $first) {
      totalCount
      edges { node { ...UploadLine } }
    }
  }
`,
  [UploadLine],
);

/** What a column may be mapped to. */
export const UploadTargetsQuery = graphql(`
  query UploadTargets { uploadTargets { identifier name nameEn isRequired isRepeatable gives } }
`);

/** What a column may be mapped to. */
export type UploadTarget = ResultOf<typeof UploadTargetsQuery>['uploadTargets'][number];

/** Tells what a file would change; the mapping goes by the place of the columns, or is {}: by their headers. */
export const UploadPeopleMutation = graphql(
  `
  mutation UploadPeople($file: Upload!, $mapping: JSON, $group: ID, $groupsFrom: Int, $strict: Boolean!, $areaCode: String) {
    uploadPeople(
      file: $file, dryRun: true, mapping: $mapping, group: $group, groupsFrom: $groupsFrom, strict: $strict, areaCode: $areaCode
    ) { ...UploadDetails }
  }
`,
  [UploadDetails],
);

/** Does in the background what the dry run showed. */
export const ApplyUploadMutation = graphql(
  `mutation ApplyUpload($id: ID!) { applyUpload(id: $id) { ...UploadDetails } }`,
  [UploadDetails],
);

/** Takes back what an upload changed. */
export const UndoUploadMutation = graphql(
  `mutation UndoUpload($id: ID!) { undoUpload(id: $id) { ...UploadDetails } }`,
  [UploadDetails],
);
