import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLive } from '#web/lib/live.ts';
import { isOffered } from '#web/lib/offered.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Page } from '#web/ui/Page.tsx';
import { NotAllowed } from '#web/ui/states.tsx';
import { Devices } from './Devices.tsx';
import classes from './ExercisePage.module.css';
import { ExercisePeople } from './ExercisePeople.tsx';
import { PersonName } from './PersonName.tsx';
import { ExerciseChanged } from './queries.ts';

/** The value in the address for the messages of all people */
const ALL = 'all';

/** The exercise mailbox: the messages that people would have received, on a phone and in a mailbox, with answers. */
export function ExercisePage() {
  const { t } = useTranslation('exercise');
  const { can } = useViewer();
  return isOffered('/exercise-mailbox', can) ? <Mailbox /> : <NotAllowed title={t('title')} />;
}

function DrillsLink() {
  const { t } = useTranslation('exercise');
  const { can } = useViewer();
  if (!isOffered('/drills', can)) return null;
  return (
    <Button component={Link} to="/drills" variant="default" leftSection={<Icon name="clock" />}>
      {t('drills')}
    </Button>
  );
}

function Mailbox() {
  const { t } = useTranslation('exercise');
  const [person, setPerson] = useUrlState('person');
  const [version, setVersion] = useState(0);
  const isWide = useMediaQuery('(min-width: 62em)', true);
  useLive(ExerciseChanged, {}, () => setVersion((before) => before + 1));
  const devices = person !== '' && (
    <Devices key={person} person={person === ALL ? null : person} version={version} tabs={!isWide} />
  );
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={<DrillsLink />}>
      {isWide ? (
        <div className={classes['columns']}>
          <ExercisePeople chosen={person} all={ALL} onChoose={setPerson} version={version} />
          {devices ? (
            <div>
              {person !== ALL && <PersonName person={person} />}
              {devices}
            </div>
          ) : (
            <p className={classes['hint']}>{t('choose')}</p>
          )}
        </div>
      ) : devices ? (
        <>
          <button type="button" className={classes['back']} onClick={() => setPerson('')}>
            <Icon name="chevronLeft" size={20} /> {t('back')}
          </button>
          {person !== ALL && <PersonName person={person} />}
          {devices}
        </>
      ) : (
        <ExercisePeople chosen={person} all={ALL} onChoose={setPerson} version={version} />
      )}
    </Page>
  );
}
