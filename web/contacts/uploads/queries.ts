import { graphql, type ResultOf } from '#web/lib/gql.ts';

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
    format
  }
`);

export type UploadLineRow = ResultOf<typeof UploadLine>;

const UploadDetails = graphql(
  `
  fragment UploadDetails on UploadResult @_unmask {
    ...UploadLine
    appliedAt
    undoneAt
    held
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

export type Upload = ResultOf<typeof UploadDetails>;

export const UploadQuery = graphql(`query Upload($id: ID!) { upload(id: $id) { ...UploadDetails } }`, [UploadDetails]);

/** A remark on several rows. */
export type UploadNote = Upload['notes'][number];

/** Rows of an upload after a line, optionally of given outcomes. */
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

export type UploadRow = NonNullable<ResultOf<typeof UploadRowsQuery>['upload']>['rows'][number];

/** One change by a row, in words. */
export type UploadChange = {
  field: string;
  label: string;
  before: string | null;
  after: string | null;
  isHidden: boolean;
};

/** Past uploads, newest first. */
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

export const UploadTargetsQuery = graphql(`
  query UploadTargets { uploadTargets { identifier name nameEn isRequired isRepeatable gives } }
`);

export type UploadTarget = ResultOf<typeof UploadTargetsQuery>['uploadTargets'][number];

/** Previews a file; the mapping goes by column, {} maps by the headers. */
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

/** Applies the preview in the background. */
export const ApplyUploadMutation = graphql(
  `mutation ApplyUpload($id: ID!) { applyUpload(id: $id) { ...UploadDetails } }`,
  [UploadDetails],
);

export const UndoUploadMutation = graphql(
  `mutation UndoUpload($id: ID!) { undoUpload(id: $id) { ...UploadDetails } }`,
  [UploadDetails],
);
