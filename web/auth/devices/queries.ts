import { graphql } from '#web/lib/gql.ts';

/** The user's devices with notifications, and the key that a browser needs; no key without a push channel. */
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

export const EndDeviceMutation = graphql(`
  mutation EndDevice($id: ID!) { endDevice(id: $id) }
`);

/** Sends a test notification to one of the user's devices; returns the reason of a failure. */
export const TestDeviceMutation = graphql(`
  mutation TestDevice($id: ID!) { testDevice(id: $id) }
`);
