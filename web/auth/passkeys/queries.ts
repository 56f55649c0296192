import { graphql } from '#web/lib/gql.ts';

/** Returns the options with which the browser creates a passkey. */
export const StartPasskeyMutation = graphql(`
  mutation StartPasskey($password: String, $code: String, $passkey: String) {
    startPasskey(password: $password, code: $code, passkey: $passkey)
  }
`);

/** Adds a passkey; returns recovery codes with the first second factor. */
export const AddPasskeyMutation = graphql(`
  mutation AddPasskey($name: String!, $response: String!) { addPasskey(name: $name, response: $response) }
`);

/** Returns the options with which the browser asks for an own passkey. */
export const AskForPasskeyMutation = graphql(`
  mutation AskForPasskey { askForPasskey }
`);

export const RenamePasskeyMutation = graphql(`
  mutation RenamePasskey($id: ID!, $name: String!) { renamePasskey(id: $id, name: $name) }
`);

export const RemovePasskeyMutation = graphql(`
  mutation RemovePasskey($id: ID!, $password: String, $code: String, $passkey: String) {
    removePasskey(id: $id, password: $password, code: $code, passkey: $passkey)
  }
`);
