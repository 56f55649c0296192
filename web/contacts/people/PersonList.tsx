import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#web/contacts/contacts.module.css';
import { PersonItem } from './PersonItem.tsx';
import { personName } from './person-name.ts';
import type { PersonLineData } from './queries.ts';

type Selection = {
  chosen: string[];
  /** `range` includes all entries since the previous one. */
  toggle: (id: string, range: boolean) => void;
  toggleAll: () => void;
  /** Whether further people match that aren't shown. */
  isPart: boolean;
  /** Offers or confirms the choice of people that aren't shown. */
  whole?: ReactNode;
};
type Props = { people: PersonLineData[]; selection?: Selection };

/** A list of people; with a selection, users tick single ones, ranges with Shift, or all. */
export function PersonList({ people, selection }: Props) {
  const { t } = useTranslation('contacts');
  const count = people.filter(({ id }) => selection?.chosen.includes(id)).length;
  return (
    <ul className={classes['lines']}>
      {selection && people.length > 1 && (
        <li className={classes['all']}>
          <Checkbox
            size="md"
            label={t(selection.isPart ? 'bulk.allShown' : 'bulk.all', { count: people.length })}
            checked={count === people.length}
            indeterminate={count > 0 && count < people.length}
            onChange={selection.toggleAll}
          />
          {selection.whole}
        </li>
      )}
      {people.map((person) => (
        <PersonItem
          key={person.id}
          person={person}
          before={
            selection && (
              <Checkbox
                size="md"
                aria-label={t('bulk.choose', { name: personName(person) })}
                checked={selection.chosen.includes(person.id)}
                onChange={({ nativeEvent }) =>
                  selection.toggle(person.id, (nativeEvent as Partial<MouseEvent>).shiftKey === true)
                }
              />
            )
          }
        />
      ))}
    </ul>
  );
}
