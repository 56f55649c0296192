import { cardTypes } from './person-name.ts';

type Person = {
  firstName: string | null;
  lastName: string | null;
  personData: readonly { valueStr: string | null; keyField: { _id: number } }[];
};

/** Returns the initial values of a user account for a contact; undefined without an e-mail address. */
export function accountValues({ firstName, lastName, personData }: Person): Record<string, string> | undefined {
  const dataOfType = (type: number) => personData.find(({ keyField }) => keyField._id === type)?.valueStr ?? '';
  const email = dataOfType(cardTypes.email);
  if (!email) return undefined;
  return {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email,
    mobilePhoneNumber: dataOfType(cardTypes.mobile),
  };
}
