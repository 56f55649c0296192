import { roles } from '../permissions.ts';
import { entity, isActive } from './entity.ts';

/** Somebody who signs in; the concept auth serves it, because passwords, roles and approval have their own rules. */
export const user = entity({
  name: 'User',
  plural: 'users',
  about: 'Somebody who signs in.',
  feature: 'manage_user',
  read: 'feature',
  order: [
    { field: 'lastName', text: true },
    { field: 'firstName', text: true },
  ],
  fields: {
    firstName: { kind: 'text', required: true, list: true, search: true, about: 'First name.' },
    lastName: { kind: 'text', required: true, list: true, search: true, about: 'Last name.' },
    email: { kind: 'email', required: true, list: true, search: true, about: 'Address to sign in with.' },
    mobilePhoneNumber: { kind: 'phone', about: 'Mobile number.' },
    image: { kind: 'image', about: 'Portrait.' },
    roles: { kind: 'selectMany', options: roles, list: true, about: 'What the person may do.' },
    needApproval: { kind: 'toggle', default: false, about: 'Whether the registration waits for an administrator.' },
    isActive: { ...isActive, about: 'Whether the person can sign in.' },
  },
});
