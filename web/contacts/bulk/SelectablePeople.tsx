import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import classes from '#web/contacts/contacts.module.css';
import { PersonList } from '#web/contacts/people/PersonList.tsx';
import type { PersonLineData } from '#web/contacts/people/queries.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { FootBar } from '#web/ui/FootBar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkKind } from './useBulk.ts';

type Props = {
  people: PersonLineData[];
  /** The filter, with the number of all people that match it. */
  matching?: { key: string; total: number; findAll: () => Promise<string[] | undefined> };
  onChanged: () => void;
};

/** A list of people; users with permission can select several, or all that match, for bulk actions. */
export function SelectablePeople({ people, matching, onChanged }: Props) {
  const kinds = useKinds();
  const [ids, setIds] = useState<string[]>([]);
  /** The filter whose people were all chosen, also those that aren't shown. */
  const [wholeOf, setWholeOf] = useState<string>();
  const [last, setLast] = useState<string>();
  const filter = useRef<string>(undefined);
  useEffect(() => {
    filter.current = matching?.key;
  });
  if (kinds.length === 0) return <PersonList people={people} />;
  const shown = people.map(({ id }) => id);
  const isWhole = matching !== undefined && wholeOf === matching.key;
  // filtered-out people leave the selection
  const chosen = isWhole ? ids : ids.filter((id) => shown.includes(id));
  /** Sets the selection of the shown filter, which ends an earlier choice of all people of another one. */
  const choose = (selected: string[]) => {
    setIds(selected);
    if (!isWhole) setWholeOf(undefined);
  };
  const toggle = (id: string, range: boolean) => {
    const [from, to] = [shown.indexOf(last ?? id), shown.indexOf(id)].sort((one, other) => one - other);
    const meant = range && from !== undefined && from >= 0 ? shown.slice(from, to! + 1) : [id];
    const others = chosen.filter((other) => !meant.includes(other));
    choose(chosen.includes(id) ? others : [...others, ...meant]);
    setLast(id);
  };
  const clear = () => {
    setIds([]);
    setWholeOf(undefined);
  };
  const toggleAll = () =>
    shown.every((id) => chosen.includes(id)) ? clear() : choose([...new Set([...chosen, ...shown])]);
  const isPart = matching !== undefined && matching.total > shown.length;
  const takeWhole = async () => {
    if (!matching) return;
    const all = await matching.findAll();
    if (!all || filter.current !== matching.key) return; // an answer for a filter that the user has left
    setIds(all);
    setWholeOf(matching.key);
  };
  const isOffered = isPart && !isWhole && shown.every((id) => chosen.includes(id));
  const whole = isOffered && <TakeWhole total={matching.total} onTake={takeWhole} />;
  return (
    <>
      <PersonList people={people} selection={{ chosen, toggle, toggleAll, isPart, whole }} />
      {chosen.length > 0 && <Bar kinds={kinds} chosen={chosen} onClear={clear} onChanged={onChanged} />}
    </>
  );
}

/** Offers to choose all people that match, after those on the page are chosen. */
function TakeWhole({ total, onTake }: { total: number; onTake: () => Promise<void> }) {
  const { t } = useTranslation('contacts');
  const [busy, setBusy] = useState(false);
  if (total > limits.bulkPeople)
    return (
      <Text c="gray.6" mt="xs" role="status">
        {t('bulk.tooMany', { count: total, most: limits.bulkPeople })}
      </Text>
    );
  const take = async () => {
    setBusy(true);
    await onTake();
    setBusy(false);
  };
  return (
    <Button variant="light" mt="xs" loading={busy} onClick={() => void take()}>
      {t('bulk.allMatching', { count: total })}
    </Button>
  );
}

const icons: Record<BulkKind, IconName> = { group: 'group', list: 'list', deactivate: 'pause' };

function useKinds(): BulkKind[] {
  const { can } = useViewer();
  const canList = can('add_contact_to_mailing_group') && can('add_contact_to_mailing_list');
  return [
    ...(can('add_contact_to_group') ? (['group'] as const) : []),
    ...(canList ? (['list'] as const) : []),
    ...(can('delete_contact') ? (['deactivate'] as const) : []),
  ];
}

type BarProps = { kinds: BulkKind[]; chosen: string[]; onClear: () => void; onChanged: () => void };

function Bar({ kinds, chosen, onClear, onChanged }: BarProps) {
  const { t } = useTranslation('contacts');
  const [kind, setKind] = useState<BulkKind>();
  const done = () => {
    onClear();
    onChanged();
  };
  return (
    <FootBar className={classes['bulkBar']} label={t('bulk.label')}>
      <strong className={classes['bulkCount']} role="status">
        {t('add.count', { count: chosen.length })}
      </strong>
      <Group gap="sm" className={classes['bulkActions'] ?? ''}>
        {kinds.map((one) => (
          <Button key={one} variant="default" leftSection={<Icon name={icons[one]} />} onClick={() => setKind(one)}>
            {t(`bulk.action.${one}`)}
          </Button>
        ))}
      </Group>
      <CloseButton size="lg" aria-label={t('bulk.clear')} onClick={onClear} />
      {kind && <BulkDialog kind={kind} people={chosen} onDone={done} onClose={() => setKind(undefined)} />}
    </FootBar>
  );
}
