import { scimEnterprise } from '#shared/directories.ts';
import { scimCore } from './scim-schemas.ts';

const schemaOfSchemas = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const schemaOfTypes = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';

/** The abilities of this server (RFC 7643, section 5). */
export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 500 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator issues on the page of the directory.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** The kinds of resources (RFC 7643, section 6). */
export const resourceTypes = (base: string) => [
  {
    schemas: [schemaOfTypes],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'A person.',
    schema: scimCore.User,
    schemaExtensions: [{ schema: scimEnterprise, required: false }],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
  {
    schemas: [schemaOfTypes],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'A group of people.',
    schema: scimCore.Group,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
  },
];

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: true;
  required?: true;
  caseExact?: true;
  uniqueness?: 'server';
  subAttributes?: readonly object[];
  referenceTypes?: readonly string[];
}

const attribute = ({
  name,
  type,
  multiValued,
  required,
  caseExact,
  uniqueness,
  subAttributes,
  referenceTypes,
}: Attribute) => ({
  name,
  type,
  multiValued: multiValued ?? false,
  required: required ?? false,
  caseExact: caseExact ?? false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: uniqueness ?? 'none',
  ...(subAttributes ? { subAttributes } : {}),
  ...(referenceTypes ? { referenceTypes } : {}),
});

const text = (name: string) => attribute({ name, type: 'string' });
const texts = (...names: string[]) => names.map(text);
const several = (name: string, ...more: object[]) =>
  attribute({
    name,
    type: 'complex',
    multiValued: true,
    subAttributes: [...texts('value', 'type', 'display'), attribute({ name: 'primary', type: 'boolean' }), ...more],
  });

/** The schemas of the resources (RFC 7643, section 7). */
export const scimSchemas = (base: string) => [
  schema(base, scimCore.User, 'User', [
    attribute({ name: 'userName', type: 'string', required: true, uniqueness: 'server' }),
    attribute({
      name: 'name',
      type: 'complex',
      subAttributes: texts('formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'),
    }),
    ...texts('displayName', 'nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'),
    attribute({ name: 'active', type: 'boolean' }),
    several('emails'),
    several('phoneNumbers'),
    several('ims'),
    several('addresses', ...texts('formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country')),
    several('entitlements'),
    several('roles'),
  ]),
  schema(base, scimCore.Group, 'Group', [
    attribute({ name: 'displayName', type: 'string', required: true }),
    attribute({
      name: 'members',
      type: 'complex',
      multiValued: true,
      subAttributes: [
        ...texts('value', 'type'),
        attribute({ name: '$ref', type: 'reference', referenceTypes: ['User', 'Group'] }),
      ],
    }),
  ]),
  schema(base, scimEnterprise, 'EnterpriseUser', [
    ...texts('employeeNumber', 'costCenter', 'organization', 'division', 'department'),
    attribute({ name: 'manager', type: 'complex', subAttributes: texts('value', 'displayName') }),
  ]),
];

const schema = (base: string, id: string, name: string, attributes: readonly object[]) => ({
  schemas: [schemaOfSchemas],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});
