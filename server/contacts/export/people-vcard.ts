import { idOf } from '#server/api/graphql/ids.ts';
import { seesPrivateData } from '#server/api/private-data.ts';
import { displayOf } from '#server/contacts/people/display.ts';
import { type DataType, loadDataTypes } from '#server/contacts/people/person-data.ts';
import { loadGroupPaths } from '#server/contacts/uploads/group-paths.ts';
import { loadStoredPeople, type StoredPerson } from '#server/contacts/uploads/people.ts';
import type { Context } from '#server/platform/context.ts';
import { writtenIn } from '#shared/label.ts';
import { languageOf } from '#shared/languages.ts';
import { type Property, vcardOf, vcardParts, vcardText } from './vcard.ts';

const pageLength = 500;

/** Properties of seeded types; others follow their field type. */
const parameters: Readonly<Record<string, string>> = {
  email_business: ';TYPE=work;PREF=1',
  email_private: ';TYPE=home',
  fax: ';TYPE=fax',
  mobile_business: ';TYPE="cell,work";PREF=1',
  mobile_private: ';TYPE="cell,home"',
  pager: ';TYPE=pager',
  phone_business: ';TYPE="voice,work"',
  phone_private: ';TYPE="voice,home"',
};
const byFieldType: Readonly<Record<string, string>> = {
  phone_mobile: ';TYPE=cell',
  phone: ';TYPE=voice',
  fax: ';TYPE=fax',
};
/** Types that are parts of other properties. */
const parts = ['street', 'zip', 'city', 'country', 'organisation', 'department', 'function'];

/** Returns people as vCards (RFC 6350). Private data only for editors. */
export async function* peopleVcards(ctx: Context, ids: readonly number[]): AsyncGenerator<string> {
  const all = await loadDataTypes(ctx.db);
  const types = all.filter(({ isActive, isPrivate }) => isActive && (!isPrivate || seesPrivateData(ctx)));
  const { paths } = await loadGroupPaths(ctx.db);
  for (let at = 0; at < ids.length; at += pageLength) {
    const page = ids.slice(at, at + pageLength);
    const people = await loadStoredPeople(ctx.db, page);
    const cards = page
      .flatMap((id) => people.get(id) ?? [])
      .map((person) => {
        const groups = [...person.groupIds].flatMap((id) => paths.get(id) ?? []);
        return vcardOf([...nameOf(ctx, person), ...dataOf(ctx, person, types), ...categories(groups)]);
      });
    yield cards.join('');
  }
}

function nameOf({ publicUrl }: Context, { id, name, fields }: StoredPerson): Property[] {
  const [firstName, lastName, title] = ['firstName', 'lastName', 'title'].map((key) => String(fields[key] ?? ''));
  return [
    { name: 'UID', value: `${publicUrl}${idOf('people', id)}` },
    { name: 'KIND', value: 'individual' },
    { name: 'FN', value: vcardText(name) },
    { name: 'N', value: vcardParts(lastName, firstName, '', title, '') },
  ];
}

const categories = (groups: readonly string[]): Property[] =>
  groups.length ? [{ name: 'CATEGORIES', value: groups.toSorted().map(vcardText).join(',') }] : [];

function dataOf({ viewer }: Context, { values }: StoredPerson, types: readonly DataType[]): Property[] {
  const language = languageOf(viewer?.language);
  const text = (identifier: string) => {
    const type = types.find((one) => one.identifier === identifier);
    return (type && values.get(type.id)?.valueStr) ?? '';
  };
  const address = ['street', 'city', 'zip', 'country'].map(text);
  const [street, city, zip, country] = address;
  const found = [
    ...(text('organisation') || text('department')
      ? [{ name: 'ORG', value: vcardParts(text('organisation'), ...(text('department') ? [text('department')] : [])) }]
      : []),
    ...(text('function') ? [{ name: 'TITLE', value: vcardText(text('function')) }] : []),
    ...(address.some((part) => part)
      ? [{ name: 'ADR', value: vcardParts('', '', street, city, '', zip, country) }]
      : []),
  ];
  for (const type of types) {
    const value = values.get(type.id);
    if (!value || parts.includes(type.identifier)) continue;
    found.push(propertyOf(type, value.valueStr ?? '', displayOf(type, value, { country: '', language }), language));
  }
  return found;
}

function propertyOf(type: DataType, value: string, shown: string, language: string): Property {
  const parameter = parameters[type.identifier] ?? byFieldType[type.fieldType] ?? '';
  switch (type.fieldType) {
    case 'email':
      return { name: `EMAIL${parameter}`, value: vcardText(value) };
    case 'phone':
    case 'phone_mobile':
    case 'fax':
      return { name: `TEL;VALUE=uri${parameter}`, value: `tel:${value}` };
    case 'url':
      return { name: 'URL', value };
    case 'language':
      return { name: 'LANG', value };
    default: {
      const label = writtenIn({ de: type.name, en: type.nameEn }, language);
      return { name: 'NOTE', value: vcardText(`${label}: ${shown}`) };
    }
  }
}
