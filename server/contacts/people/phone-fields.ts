import { defaultCountry } from '#server/api/contact-input.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { internationalPhone, type PhoneReading, readPhone } from '#shared/phone-number.ts';

/** API enum of warnings about a phone number. */
export const PhoneRemarkEnum = builder.enumType('PhoneRemark', {
  description: 'A warning about a telephone number.',
  values: {
    countryCode: { description: 'It began with the country code without +, and was read with it.' },
    twoReadings: {
      description: 'It begins like the country code, but was read as a number within the country.',
    },
    notMobile: { description: 'It is a landline in a field for mobile numbers.' },
    notAssigned: { description: 'Its length is possible, but the numbering plan does not contain such a number.' },
  } as const,
});

const PhoneReadingRef = builder.objectRef<PhoneReading>('PhoneReading').implement({
  description: 'A telephone number as it would be stored.',
  fields: (t) => ({
    number: t.exposeString('number', { description: 'The number as E.164.' }),
    display: t.string({
      description: 'The number in international form, in groups of digits.',
      resolve: ({ number }) => internationalPhone(number),
    }),
    remarks: t.field({
      type: [PhoneRemarkEnum],
      description: 'Warnings about it.',
      resolve: ({ remarks }) => remarks,
    }),
  }),
});

builder.queryField('phoneReading', (t) =>
  t.field({
    type: PhoneReadingRef,
    nullable: true,
    description: 'How a telephone number would be stored; null if it would be refused.',
    authScopes: { signedIn: true },
    args: {
      number: t.arg.string({ required: true, description: 'The number as written.' }),
      isMobile: t.arg.boolean({ description: 'Whether it is for a field for mobile numbers.' }),
    },
    resolve: async (_parent, { number, isMobile }, ctx) =>
      readPhone(number, await defaultCountry(ctx.db), isMobile ?? false),
  }),
);
