import { optionsFrom } from '#shared/fields/select.ts';
import { nameShape } from '#shared/fields/text.ts';
import { roleNames } from '#shared/role-names.ts';
import { entity, isActive } from './entity.ts';

/** A user account. Passwords, roles, and approval have their own rules. */
export const user = entity({
  name: 'User',
  plural: 'users',
  label: { de: 'Benutzer', en: 'Users' },
  one: { de: 'Benutzer', en: 'user' },
  icon: 'person',
  section: 'system',
  purpose: { de: 'Wer sich anmeldet, und was sie oder er darf', en: 'User accounts and their rights' },
  about: 'A person with a user account.',
  feature: 'manage_user',
  read: 'feature',
  servedBy: 'auth',
  order: [
    { field: 'lastName', text: true },
    { field: 'firstName', text: true },
  ],
  fields: {
    firstName: {
      ...nameShape,
      required: true,
      list: true,
      search: true,
      label: { de: 'Vorname', en: 'First name' },
      about: 'First name.',
    },
    lastName: {
      ...nameShape,
      required: true,
      list: true,
      search: true,
      label: { de: 'Nachname', en: 'Last name' },
      about: 'Last name.',
    },
    email: {
      kind: 'email',
      required: true,
      list: true,
      search: true,
      label: { de: 'E-Mail', en: 'E-mail' },
      hint: {
        de: 'Damit meldet sich die Person an. Wer neu ist, erhält dorthin eine Einladung; der Link darin gilt sieben Tage.',
        en: 'Address for signing in. New users receive an invitation there; its link is valid for seven days.',
      },
      about: 'Address to sign in with.',
    },
    mobilePhoneNumber: {
      kind: 'phone',
      mobile: true,
      label: { de: 'Mobilnummer', en: 'Mobile number' },
      about: 'Mobile number.',
    },
    image: { kind: 'image', label: { de: 'Bild', en: 'Picture' }, about: 'Portrait.' },
    roles: {
      kind: 'selectMany',
      options: optionsFrom(roleNames),
      list: true,
      label: { de: 'Rollen', en: 'Roles' },
      hint: {
        de: 'Ohne Rolle kann die Person nur lesen, was alle sehen.',
        en: 'Without a role the person can only read what everyone can see.',
      },
      about: 'What the person may do.',
    },
    lastSignInAt: {
      kind: 'dateTime',
      list: true,
      readOnly: true,
      label: { de: 'Letzte Anmeldung', en: 'Last sign-in' },
      about: 'When the person last signed in.',
    },
    secondFactor: {
      kind: 'toggle',
      list: true,
      readOnly: true,
      workedOut: true,
      label: { de: 'Zwei-Faktor', en: 'Two-factor' },
      about: 'Whether signing in with the password takes a second factor: a passkey or a code of an authenticator app.',
    },
    totpEnabled: {
      kind: 'toggle',
      readOnly: true,
      workedOut: true,
      label: { de: 'Zwei-Faktor mit App', en: 'Two-factor with app' },
      about: 'Whether signing in takes a code of an authenticator app.',
    },
    needApproval: {
      kind: 'toggle',
      readOnly: true,
      default: false,
      filter: true,
      label: { de: 'Wartet auf Freigabe', en: 'Waiting for approval' },
      about: 'Whether the registration waits for an administrator.',
    },
    isActive: {
      ...isActive,
      readOnly: true,
      about: 'Whether the person can sign in.',
    },
  },
});
