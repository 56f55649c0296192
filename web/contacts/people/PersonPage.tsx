import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { phoneRemarkKeys } from '#shared/phone-remarks.ts';
import { ContactNotFound } from '#web/contacts/ContactNotFound.tsx';
import classes from '#web/contacts/contacts.module.css';
import { useData } from '#web/lib/data.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { ChannelOrder } from './ChannelOrder.tsx';
import { PersonAbsences } from './PersonAbsences.tsx';
import { PersonActions } from './PersonActions.tsx';
import { PersonBadges } from './PersonBadges.tsx';
import { PersonMessages } from './PersonMessages.tsx';
import { PersonNotes } from './PersonNotes.tsx';
import { cardTypes, contactLink, dataOf, personName } from './person-name.ts';
import { typeName } from './person-values.ts';
import { type AlarmChannelType, type PersonDetails, PersonQuery } from './queries.ts';

/** A person's page: contact data and groups. */
export function PersonPage() {
  const { personId = '' } = useParams();
  const state = useData(PersonQuery, { id: personId });
  return (
    <QueryView state={state}>
      {({ person, alarmChannelTypes }) =>
        person ? (
          <Shown person={person} types={alarmChannelTypes} onChanged={state.refetch} />
        ) : (
          <ContactNotFound kind="person" />
        )
      }
    </QueryView>
  );
}

type Props = { person: PersonDetails; types: AlarmChannelType[]; onChanged: () => void };

function Shown({ person, types, onChanged }: Props) {
  const { t } = useTranslation('contacts');
  const role = dataOf(person, cardTypes.role);
  return (
    <Page
      title={personName(person)}
      subtitle={
        <Stack gap="xs">
          {role && <span>{role}</span>}
          <Group gap="xs">
            <PersonBadges person={person} />
          </Group>
        </Stack>
      }
      breadcrumb={[{ label: t('title'), to: '/groups' }]}
      actions={<PersonActions person={person} onChanged={onChanged} />}
    >
      <Stack gap="lg">
        <PersonNotes person={person} onChanged={onChanged} />
        <Panel title={t('person.contact')}>
          <ContactData person={person} />
        </Panel>
        {!person.isErased && <PersonAbsences person={person} onChanged={onChanged} />}
        {types.length > 1 && !person.isErased && <ChannelOrder person={person} types={types} onChanged={onChanged} />}
        <Panel title={t('person.groups')}>
          <Memberships person={person} />
        </Panel>
        {person.mailingLists.edges.length > 0 && (
          <Panel title={t('person.lists')}>
            <Lists person={person} />
          </Panel>
        )}
        {person.messageRecipients.edges.length > 0 && (
          <Panel title={t('person.messages')}>
            <PersonMessages person={person} />
          </Panel>
        )}
      </Stack>
    </Page>
  );
}

function ContactData({ person }: { person: PersonDetails }) {
  const { t, i18n } = useTranslation('contacts');
  if (person.personData.length === 0) return <EmptyState icon="phone" title={t('person.noContact')} />;
  return (
    <dl className={classes['facts']}>
      {person.personData.map(({ _id, keyField, valueStr, display, phoneRemarks }) => {
        const link = contactLink(keyField.fieldType, valueStr);
        return (
          <div key={_id}>
            <dt>
              {typeName(keyField, i18n.language)}
              {keyField.isPrivate && <Icon name="lock" size={16} label={t('person.private')} />}
            </dt>
            <dd>
              {link ? <a href={link}>{display}</a> : display}
              {phoneRemarks.map((remark) => (
                <Text key={remark} fz="sm" c="yellow.8">
                  <Icon name="info" size={16} /> {apiMessage(phoneRemarkKeys[remark])}
                </Text>
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Memberships({ person }: { person: PersonDetails }) {
  const { t } = useTranslation('contacts');
  const rows = person.personGroup.edges.map(({ node }) => node);
  if (rows.length === 0) return <Text c="gray.6">{t('person.noGroups')}</Text>;
  return (
    <ul className={classes['lines']}>
      {rows.map(({ _id, group, priorityAlert }) => (
        <li key={_id} className={classes['line']}>
          <div className={classes['lineText']}>
            <Link to={`/group/${group._id}`} className={classes['lineName']}>
              {group.name}
            </Link>
            {group.breadcrumb.length > 0 && (
              <span className={classes['lineNote']}>{group.breadcrumb.map(({ name }) => name).join(' › ')}</span>
            )}
          </div>
          <div className={classes['badges']}>
            <PersonBadges person={{ isCrisis: false, isActive: true }} priority={priorityAlert} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Lists({ person }: { person: PersonDetails }) {
  return (
    <ul className={classes['lines']}>
      {person.mailingLists.edges.map(({ node: { _id, name } }) => (
        <li key={_id} className={classes['line']}>
          <Link to={`/mailinglist/${_id}`} className={classes['lineName']}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
