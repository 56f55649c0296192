import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contactLink } from '#web/contacts/people/person-name.ts';
import { fullName } from '#web/lib/viewer.tsx';
import type { ReportPersonRow } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { MenuButton } from '#web/ui/menu/MenuButton.tsx';
import classes from './ReportPeople.module.css';

type Props = { person: ReportPersonRow['person']; onCall: () => void };

/** Calls a person's number, or offers a choice. On paper, lists them. */
export function CallButton({ person, onCall }: Props) {
  const { t } = useTranslation('reports');
  const name = fullName(person);
  const phones = person.phones.flatMap(({ _id, display, valueStr, keyField }) => {
    const href = contactLink('phone', valueStr);
    return href ? [{ id: String(_id), href, display, kind: keyField.name }] : [];
  });
  const [only, ...others] = phones;
  if (!only) return null;
  const onPaper = <span className={classes['onPaper']}>{phones.map(({ display }) => display).join(' · ')}</span>;
  if (others.length === 0)
    return (
      <>
        <ActionIcon
          component="a"
          href={only.href}
          aria-label={t('call.one', { name, number: only.display })}
          onClick={onCall}
        >
          <Icon name="call" size={20} />
        </ActionIcon>
        {onPaper}
      </>
    );
  const items = phones.map(({ id, href, display, kind }) => ({
    id,
    label: `${display} · ${kind}`,
    icon: 'call' as const,
    href,
    onClick: onCall,
  }));
  return (
    <>
      <MenuButton items={items}>
        {(part) => (
          <ActionIcon aria-label={t('call.choose', { name })} {...part}>
            <Icon name="call" size={20} />
          </ActionIcon>
        )}
      </MenuButton>
      {onPaper}
    </>
  );
}
