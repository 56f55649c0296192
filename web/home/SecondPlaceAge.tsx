import { useTranslation } from 'react-i18next';
import { serverNow } from '#web/lib/clock.ts';
import { useData } from '#web/lib/data.ts';
import { formatSeconds } from '#web/lib/format.ts';
import classes from './HomePage.module.css';
import { SecondPlaceAgeQuery } from './queries.ts';

const day = 86_400_000;
const daysSince = (date: string) => Math.max(0, Math.floor((serverNow() - Date.parse(date)) / day));

/** The age of the second place's data and of its last rehearsal. */
export function SecondPlaceAge() {
  const { t } = useTranslation('readiness');
  const place = useData(SecondPlaceAgeQuery, {}).data?.secondPlace;
  if (!place) return null;
  const { isConnected, lag, rehearsedOn } = place;
  const data = isConnected && t('age.data', { age: formatSeconds(Math.max(1, Math.round(lag ?? 0))) });
  const rehearsal = rehearsedOn && t('age.rehearsal', { count: daysSince(rehearsedOn) });
  const text = [data, rehearsal].filter(Boolean).join(' ');
  return text ? <span className={classes['thingText']}>{text}</span> : null;
}
