import { entityOf } from './entities.ts';
import { type EntityPlural, routeOf } from './entity.ts';

/** What a reference may lead to: an entity, or what another concept keeps. */
export interface Target {
  /** List query and table. */
  plural: EntityPlural | 'groups' | 'mailingLists' | 'people';
  /** Path of a row's page, up to its number. */
  page: string;
  /** Whether rows can be inactive, so that they are not to be chosen. */
  hasActivity: boolean;
  /** Argument of the list that finds rows by words. */
  search: 'search' | 'name';
  /** Whether what is kept for good names a row only by its number, because its name may be erased. */
  isErasable?: true;
  /** Whether its name is read in the reader's language. */
  isTranslated?: boolean;
}

/** What is no entity, by the name of its API type. */
const others: Readonly<Record<string, Target>> = {
  Group: { plural: 'groups', page: '/group/', hasActivity: true, search: 'name' },
  MailingList: { plural: 'mailingLists', page: '/mailinglist/', hasActivity: true, search: 'name' },
  Person: { plural: 'people', page: '/person/', hasActivity: true, search: 'name', isErasable: true },
};

const ofEntity = (name: string): Target => {
  const { plural, fields } = entityOf(name);
  const isTranslated = fields['name']?.translated === true;
  return {
    plural,
    page: `${routeOf({ plural })}?id=`,
    hasActivity: 'isActive' in fields,
    search: 'search',
    isTranslated,
  };
};

/** What is to be known of what a reference leads to, by the name of its API type. */
export const targetOf = (name: string): Target => others[name] ?? ofEntity(name);
