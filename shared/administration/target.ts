import { entityOf } from './entities.ts';
import { type EntityPlural, routeOf } from './entity.ts';

/** The target of a reference. */
export interface Target {
  /** List query and table. */
  plural: EntityPlural | 'groups' | 'mailingLists' | 'people';
  page: string;
  /** Rows can be inactive and then can't be selected. */
  hasActivity: boolean;
  /** Argument of the list query for names. */
  search: 'search' | 'name';
  /** Names can be erased, so permanent records store the row's number. */
  isErasable?: true;
  /** The name is translated. */
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
