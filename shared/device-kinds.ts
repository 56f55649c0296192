/** Kinds of address that are no contact data: devices that people switch on themselves, several of one person as one address. */
export const deviceKinds = ['webpush'] as const;

/** One of them. */
export type DeviceKind = (typeof deviceKinds)[number];

/** Whether messages of this kind of address go to devices. */
export const isDeviceKind = (kind: string): kind is DeviceKind => (deviceKinds as readonly string[]).includes(kind);
