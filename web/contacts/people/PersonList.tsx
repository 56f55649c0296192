import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#web/contacts/contacts.module.css';
import { PersonItem } from './PersonItem.tsx';
import { personName } from './person-name.ts';
import type { PersonLineData } from './queries.ts';

type Props = { people: PersonLineData[]; selection?: { chosen: string[]; toggle: (id: string) => void } };

/** People, one below the other; with a selection each can be ticked. */
export function PersonList({ people, selection }: Props) {
  const { t } = useTranslation('contacts');
  return (
    <ul className={classes['lines']}>
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
                onChange={() => selection.toggle(person.id)}
              />
            )
          }
        />
      ))}
    </ul>
  );
}
