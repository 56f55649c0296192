import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** The directories with their last runs. */
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

/** A directory as the page shows it. */
export type DirectoryRow = ResultOf<typeof DirectoriesQuery>['directories'][number];

/** A run of a directory. */
export type DirectoryRunRow = DirectoryRow['runs'][number];

/** Creates a directory. */
export const CreateDirectoryMutation = graphql(`
  mutation CreateDirectory($input: CreateDirectoryInput!) { createDirectory(input: $input) { id } }
`);

/** Changes a directory. */
export const UpdateDirectoryMutation = graphql(`
  mutation UpdateDirectory($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { id version } }
`);

/** Removes a directory. */
export const DeleteDirectoryMutation = graphql(`
  mutation DeleteDirectory($id: ID!) { deleteDirectory(id: $id) }
`);

/** A token of a SCIM client. */
export type ScimTokenRow = DirectoryRow['scimTokens'][number];

/** Issues a token; only this response contains it. */
export const CreateScimTokenMutation = graphql(`
  mutation CreateScimToken($directory: ID!) { createScimToken(directory: $directory) { token scimToken { id } } }
`);

/** Revokes a token. */
export const RevokeScimTokenMutation = graphql(`
  mutation RevokeScimToken($id: ID!) { revokeScimToken(id: $id) { id revokedAt } }
`);

/** Connects to a directory and reads one entry. */
export const CheckDirectoryMutation = graphql(`
  mutation CheckDirectory($id: ID!) {
    checkDirectory(id: $id) { dn identifier isDisabled attributes { name values } groups { dn name } }
  }
`);

/** An entry of a directory, and its groups. */
export type DirectorySample = ResultOf<typeof CheckDirectoryMutation>['checkDirectory'];

/** Reads a directory and returns the differences. */
export const TryDirectoryMutation = graphql(`
  mutation TryDirectory($id: ID!) { tryDirectory(id: $id) { id _id status error } }
`);
