import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUrlState } from '#web/lib/url-state.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { QueryView } from '#web/ui/states.tsx';
import classes from './Devices.module.css';
import { Mail } from './Mail.tsx';
import type { DeviceProps } from './Phone.tsx';
import type { ExerciseMessage } from './queries.ts';
import { useExerciseMessages } from './useExerciseMessages.ts';

/** The mails as a list; an opened one is below its line. */
export function Mailbox({ person, version, titled }: DeviceProps) {
  const { t } = useTranslation('exercise');
  const { state, total, more } = useExerciseMessages(person, 'mail', version);
  const [opened, setOpened] = useUrlState('mail');
  return (
    <section className={classes['mailbox']} aria-label={t('mailbox')}>
      {titled && <h2 className={classes['title']}>{t('mailbox')}</h2>}
      <div className={classes['box']}>
        <QueryView state={state}>
          {({ exerciseMessages: { edges } }) => (
            <>
              {edges.length === 0 && <p className={classes['nothing']}>{t('noMail')}</p>}
              <ul className={classes['mails']}>
                {edges.map(({ node }) => {
                  const isOpen = opened === String(node._id);
                  return (
                    <li key={node.id}>
                      <Line
                        message={node}
                        named={person === null}
                        isOpen={isOpen}
                        onToggle={() => setOpened(isOpen ? '' : String(node._id))}
                      />
                      {isOpen && <Mail message={node} />}
                    </li>
                  );
                })}
              </ul>
              <LoadMore shown={edges.length} total={total} onMore={more} loading={state.refreshing} />
            </>
          )}
        </QueryView>
      </div>
    </section>
  );
}

type LineProps = { message: ExerciseMessage; named: boolean; isOpen: boolean; onToggle: () => void };

function Line({ message, named, isOpen, onToggle }: LineProps) {
  const { t } = useTranslation('exercise');
  const owner = message.person ?? message.user;
  return (
    <UnstyledButton
      className={classes['mailLine']}
      aria-expanded={isOpen}
      data-unread={message.readAt === null || undefined}
      onClick={onToggle}
    >
      <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={18} />
      <span className={classes['mailWords']}>
        <span className={classes['subject']}>
          {message.readAt === null && <span className={classes['new']}>{t('new')}</span>}
          {message.subject || t('noSubject')}
        </span>
        <span className={classes['meta']}>
          {named && owner ? fullName(owner) : message.address} · <DateTime value={message.insertedAt} />
        </span>
      </span>
    </UnstyledButton>
  );
}
