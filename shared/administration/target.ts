import { entityOf } from './entities.ts';
import { type EntityPlural, routeOf } from './entity.ts';

/** The target of a reference: an administration entity or a type that another concept owns. */
export interface Target {
  /** List query and table. */
  plural: EntityPlural | 'groups' | 'mailingLists' | 'people';
  /** Path of a row's page, up to its number. */
  page: string;
  /** Marks targets whose rows can be inactive and then can't be selected. */
  hasActivity: boolean;
  /** Argument of the list query that searches by name. */
  search: 'search' | 'name';
  /** Marks targets whose names can be erased: permanent records store only the row's number. */
  isErasable?: true;
  /** Marks targets whose name is translated into the reader's language. */
  isTranslated?: boolean;
}

/** Targets that aren't entities, by API type name. */
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

/** Returns the reference target with this API type name. */
export const targetOf = (name: string): Target => others[name] ?? ofEntity(name);
