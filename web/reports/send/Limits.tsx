import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Folded } from '#web/reports/Folded.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useLikelyWords } from './likely-words.ts';
import classes from './PreflightResult.module.css';
import type { Preflight } from './queries.ts';

type Limit = Preflight['limits'][number];

const FEW = 3;

/** Returns whether a stop limit has enough likely attendees. */
export const isFine = ({ feasible, isLikelyEnough }: Limit): boolean => feasible && isLikelyEnough;

/** The stop limits; among many, fillable ones are folded. */
export function Limits({ limits }: { limits: Preflight['limits'] }) {
  const { t } = useTranslation('drafts');
  if (limits.length <= FEW) return <LimitList limits={limits} />;
  const fine = limits.filter(isFine);
  const doubtful = limits.filter((limit) => limit.feasible && !isFine(limit));
  return (
    <div>
      <LimitList limits={limits.filter(({ feasible }) => !feasible)} />
      {doubtful.length > 0 && (
        <Folded label={t('dialog.likelyMany', { count: doubtful.length })} icon="info">
          <LimitList limits={doubtful} />
        </Folded>
      )}
      {fine.length > 0 && (
        <Folded label={t('preflight.limitsFine', { count: fine.length })} icon="checkCircle">
          <LimitList limits={fine} />
        </Folded>
      )}
    </div>
  );
}

function LimitList({ limits }: { limits: Preflight['limits'] }) {
  const { t } = useTranslation('drafts');
  const words = useLikelyWords();
  if (limits.length === 0) return null;
  return (
    <ul className={classes['limits']}>
      {limits.map((limit) => {
        const { group, needed, available, absent, feasible, likely } = limit;
        return (
          <li key={group.id} data-fine={stateOf(limit)}>
            <Icon name={isFine(limit) ? 'checkCircle' : feasible ? 'info' : 'event'} size={20} />
            <div>
              <span>
                <strong>{group.name}:</strong> {t('preflight.needed', { count: needed })},{' '}
                {t(feasible ? 'preflight.available' : 'preflight.tooFew', { count: available })}
                {absent > 0 && `, ${t('preflight.absentOf', { count: absent })}`}
              </span>
              <div>
                {words.range(likely)}
                {likely.asked < available && ` (${t('likely.asked', { asked: likely.asked, available })})`}
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const stateOf = (limit: Limit) => (limit.feasible ? (isFine(limit) ? 'yes' : 'doubtful') : 'no');

/** The likely attendees, unless stop limits show theirs, and the basis of the forecast. */
export function LikelyOfAll({ preflight: { likely, limits } }: { preflight: Preflight }) {
  const words = useLikelyWords();
  const known = likely ?? limits[0]?.likely;
  if (!known) return null;
  return (
    <div>
      {likely && <Text>{words.range(likely)}</Text>}
      <Text c="gray.6">{words.source(known)}</Text>
    </div>
  );
}
