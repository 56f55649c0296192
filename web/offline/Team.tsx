import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '#shared/fold.ts';
import { contactLink, personName } from '#web/contacts/people/person-name.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useOfflineCopy } from './copies.ts';
import { OfflinePanel } from './OfflinePanel.tsx';
import classes from './offline.module.css';
import type { TeamMember } from './queries.ts';

/** The call list of the crisis team: names, functions and phone links. */
export function Team() {
  const { t } = useTranslation('offline');
  const [wanted, setWanted] = useState('');
  return (
    <OfflinePanel title={t('team.title')} copy={useOfflineCopy('team')}>
      {({ edges, totalCount }) => {
        const all = edges.map(({ node }) => node);
        const words = fold(wanted).split(/\s+/);
        const shown = all.filter((person) => words.every((word) => fold(wordsOf(person)).includes(word)));
        if (all.length === 0) return <Text c="gray.6">{t('team.none')}</Text>;
        return (
          <>
            <TextInput
              label={t('team.search')}
              value={wanted}
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
              mb="sm"
              maw={360}
            />
            <ul className={classes['people']} aria-label={t('team.title')}>
              {shown.map((person) => (
                <Member key={person.id} person={person} />
              ))}
            </ul>
            {shown.length === 0 && <Text c="gray.6">{t('team.notFound')}</Text>}
            {totalCount > all.length && (
              <Text c="gray.6" fz="sm">
                {t('more', { shown: all.length, total: totalCount })}
              </Text>
            )}
          </>
        );
      }}
    </OfflinePanel>
  );
}

const functionsOf = ({ role, personGroup }: TeamMember): string =>
  [...new Set([...role.map(({ display }) => display), ...personGroup.edges.map(({ node }) => node.group.name)])].join(
    ' · ',
  );

const wordsOf = (person: TeamMember): string => `${personName(person)} ${functionsOf(person)}`;

function Member({ person }: { person: TeamMember }) {
  const { t } = useTranslation('offline');
  const numbers = person.phones.flatMap(({ _id, display, valueStr, keyField }) => {
    const href = contactLink('phone', valueStr);
    return href ? [{ id: _id, href, display, kind: keyField.name }] : [];
  });
  return (
    <li>
      <span className={classes['who']}>
        <strong>{personName(person)}</strong>
        <span className={classes['quiet']}>{functionsOf(person)}</span>
      </span>
      <span className={classes['numbers']}>
        {numbers.map(({ id, href, display, kind }) => (
          <a key={id} href={href} title={kind}>
            <Icon name="call" size={18} /> {display}
          </a>
        ))}
        {numbers.length === 0 && <span className={classes['quiet']}>{t('team.noNumber')}</span>}
      </span>
    </li>
  );
}
