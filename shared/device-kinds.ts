/** Address kinds of devices that people register themselves. Several devices of a person count as one address. */
export const deviceKinds = ['webpush'] as const;

export type DeviceKind = (typeof deviceKinds)[number];

/** Returns true if messages to this kind of address go to devices. */
export const isDeviceKind = (kind: string): kind is DeviceKind => (deviceKinds as readonly string[]).includes(kind);
