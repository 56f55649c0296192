import { Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CrisisFolderButton } from '#web/contacts/CrisisFolderButton.tsx';
import { useData } from '#web/lib/data.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './HomePage.module.css';
import { type ReadinessCheck, ReadinessQuery } from './queries.ts';
import { ReadinessLine } from './ReadinessLine.tsx';
import { SecondPlaceAge } from './SecondPlaceAge.tsx';

/** Lists what the installation still needs to be reliable. Each entry links to the page that fixes it. */
export function Readiness() {
  const { can } = useViewer();
  const mayKnow = can('show_admin_menu') || can('create_mailing_group') || can('edit_contact');
  const state = useData(ReadinessQuery, {}, { pause: !mayKnow });
  const all = state.data?.readiness;
  return mayKnow && all ? <Checklist all={all} onChanged={state.refetch} /> : null;
}

/** Apart from the query, so that its texts load only for users who see it. */
function Checklist({ all, onChanged }: { all: readonly ReadinessCheck[]; onChanged: () => void }) {
  const { t } = useTranslation('readiness');
  const { can } = useViewer();
  // a user without the whole menu sees only a part of the list
  const isWhole = can('show_admin_menu');
  const checks = isWhole ? all : all.filter((check) => !check.done);
  if (checks.length === 0) return null;
  const done = checks.filter((check) => check.done).length;
  const numbers = { done, count: checks.length };
  if (done === checks.length)
    return (
      <Group justify="space-between" gap="sm">
        <div>
          <p className={classes['ready']}>
            <Icon name="checkCircle" size={20} /> {t('ready', numbers)}
          </p>
          {checks.some(({ key }) => key === 'secondPlace') && <SecondPlaceAge />}
        </div>
        <CrisisFolderButton />
      </Group>
    );
  return (
    <section>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2}>{isWhole ? t('title', numbers) : t('todoTitle')}</Title>
        {isWhole && <CrisisFolderButton />}
      </Group>
      <ul className={classes['waiting']}>
        {checks
          .toSorted((a, b) => Number(a.done) - Number(b.done))
          .map((check) => (
            <ReadinessLine key={check.key} check={check} onChanged={onChanged} />
          ))}
      </ul>
    </section>
  );
}
