import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { AnswerButtons } from './AnswerButtons.tsx';
import classes from './Devices.module.css';
import { LinkedText } from './LinkedText.tsx';
import type { ExerciseMessage } from './queries.ts';
import { useExerciseMessages } from './useExerciseMessages.ts';
import { useMarkRead } from './useMarkRead.ts';

/** The person of a device (null: all people); `titled` if no tab names the device. */
export type DeviceProps = { person: string | null; version: number; titled: boolean };

/** Short messages as bubbles, newest on top, each with its answer buttons. */
export function Phone({ person, version, titled }: DeviceProps) {
  const { t } = useTranslation('exercise');
  const { state, total, more } = useExerciseMessages(person, 'phone', version);
  return (
    <section className={classes['phone']} aria-label={t('phone')}>
      {titled && <h2 className={classes['title']}>{t('phone')}</h2>}
      <div className={classes['body']}>
        <div className={classes['screen']}>
          <QueryView state={state}>
            {({ exerciseMessages: { edges } }) => (
              <>
                {edges.length === 0 && <p className={classes['nothing']}>{t('noPhone')}</p>}
                {edges.map(({ node }) => (
                  <Bubble key={node.id} message={node} named={person === null} />
                ))}
                <LoadMore shown={edges.length} total={total} onMore={more} loading={state.refreshing} />
              </>
            )}
          </QueryView>
        </div>
      </div>
    </section>
  );
}

function Bubble({ message, named }: { message: ExerciseMessage; named: boolean }) {
  // a displayed message counts as read
  useMarkRead(message, true);
  const owner = message.person ?? message.user;
  return (
    <article className={classes['bubble']}>
      <p className={classes['meta']}>
        {named && owner && `${fullName(owner)} · `}
        {message.address} · <DateTime value={message.insertedAt} />
      </p>
      {message.subject && <strong>{message.subject}</strong>}
      <LinkedText text={message.text} />
      <AnswerButtons message={message} />
    </article>
  );
}
