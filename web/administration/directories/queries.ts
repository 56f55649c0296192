import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const DirectoriesQuery = graphql(`
  query Directories {
    directories {
      id _id label kind url startTls bindDn hasBindPassword ca ownNetwork baseDn filter idAttribute disabledAttribute
      groupBaseDn mostOffPercent mostOffPeople intervalHours startHour dueAt peopleCount version
      scimUrl scimPeople scimGroups scimChangedAt
      scimTokens { id prefix insertedAt usedAt revokedAt }
      attributes { attribute target }
      groupRules { dn group }
      runs { id _id status held error insertedAt appliedAt created updated unchanged failed canApply canUndo fileName remarked format
        insertedBy { firstName lastName } }
    }
  }
`);

export type DirectoryRow = ResultOf<typeof DirectoriesQuery>['directories'][number];

export type DirectoryRunRow = DirectoryRow['runs'][number];

export const CreateDirectoryMutation = graphql(`
  mutation CreateDirectory($input: CreateDirectoryInput!) { createDirectory(input: $input) { id } }
`);

export const UpdateDirectoryMutation = graphql(`
  mutation UpdateDirectory($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { id version } }
`);

export const DeleteDirectoryMutation = graphql(`
  mutation DeleteDirectory($id: ID!) { deleteDirectory(id: $id) }
`);

/** A token of a SCIM client. */
export type ScimTokenRow = DirectoryRow['scimTokens'][number];

/** Issues a token; only this response contains it. */
export const CreateScimTokenMutation = graphql(`
  mutation CreateScimToken($directory: ID!) { createScimToken(directory: $directory) { token scimToken { id } } }
`);

export const RevokeScimTokenMutation = graphql(`
  mutation RevokeScimToken($id: ID!) { revokeScimToken(id: $id) { id revokedAt } }
`);

export const CheckDirectoryMutation = graphql(`
  mutation CheckDirectory($id: ID!) {
    checkDirectory(id: $id) { dn identifier isDisabled attributes { name values } groups { dn name } }
  }
`);

/** An entry of a directory, and its groups. */
export type DirectorySample = ResultOf<typeof CheckDirectoryMutation>['checkDirectory'];

export const TryDirectoryMutation = graphql(`
  mutation TryDirectory($id: ID!) { tryDirectory(id: $id) { id _id status error } }
`);
