import { graphql } from '#web/lib/gql.ts';

/** The devices on which the user switched notifications on, and what a browser needs for it; no key without a push channel. */
export const OwnDevicesQuery = graphql(`
  query OwnDevices {
    pushPublicKey
    ownDevices { id name insertedAt lastUsedAt getsAlarms isRefused }
  }
`);

/** Switches notifications on in this browser. */
export const AddDeviceMutation = graphql(`
  mutation AddDevice($endpoint: String!, $p256dh: String!, $auth: String!, $name: String!) {
    addDevice(endpoint: $endpoint, p256dh: $p256dh, auth: $auth, name: $name)
  }
`);

/** Ends notifications on one of the own devices. */
export const EndDeviceMutation = graphql(`
  mutation EndDevice($id: ID!) { endDevice(id: $id) }
`);

/** Sends a test notification to one of the own devices; answers why it was not taken. */
export const TestDeviceMutation = graphql(`
  mutation TestDevice($id: ID!) { testDevice(id: $id) }
`);
