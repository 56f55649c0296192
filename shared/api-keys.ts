import { type Feature, features } from './permissions.ts';

/**
 * What no key may do. Users, setup and keys would let a key make itself more powerful; so would channels and system
 * mails, since whoever sets the mail server or the text of a mail reads other people's links for a new password.
 */
const personal: readonly Feature[] = [
  'manage_user',
  'edit_user',
  'manage_channel',
  'manage_channel_type',
  'manage_system_mail',
  'manage_system_setup',
];

/** The features a key may have, in table order. */
export const keyFeatures: readonly Feature[] = (Object.keys(features) as Feature[]).filter(
  (feature) => !personal.includes(feature),
);

/** How a key looks: its public part, then 256 random bits. */
export const keyPattern = /^mk_([a-z2-7]{8})_[\w-]{43}$/;
