/**
 * The field types of person data that each channel type sends to. A channel type that is missing here publishes
 * (social media, web feed, CAP, webhook) and addresses nobody. Push addresses are no contact data.
 */
export const addressFields: Readonly<Record<string, readonly string[]>> = {
  email: ['email'],
  sms: ['phone_mobile'],
  voice: ['phone_mobile', 'phone'],
  webpush: [],
  exercise: ['email', 'phone_mobile', 'phone'],
};

/** Whether messages of a channel type go to people, each at an address of their own. */
export const addressesPeople = (channelType: string): boolean => Object.hasOwn(addressFields, channelType);

/** An address with its middle hidden, for those who may not see private contact data. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at > 0) return `${address.slice(0, 1)}•••${address.slice(at)}`;
  return address.length > 6 ? `${address.slice(0, 3)}•••${address.slice(-2)}` : '•••';
}
