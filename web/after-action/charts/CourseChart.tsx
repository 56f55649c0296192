import { useTranslation } from 'react-i18next';
import { courseDrawing, courseLooks, courseNames } from '#shared/charts/course.ts';
import { durationText } from '#shared/duration.ts';
import type { AfterAction } from '#web/after-action/queries.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Chart } from './Chart.tsx';

const tableRows = 12;

type Props = { course: AfterAction['course']; asked: number };

/** The growth of answers, acceptances and arrivals since the first alarm. */
export function CourseChart({ course, asked }: Props) {
  const { t, i18n } = useTranslation('afterAction');
  const duration = (milliseconds: number) => durationText(milliseconds, i18n.language);
  const begin = Date.parse(course[0]?.at ?? '');
  const moments = course.map((point) => ({ ...point, seconds: (Date.parse(point.at) - begin) / 1000 }));
  const last = moments.at(-1);
  if (!last) return null;
  const every = Math.ceil(moments.length / tableRows);
  const rows = moments.filter((_, at) => at % every === 0 || at === moments.length - 1);
  const { answered, coming, arrived } = last;
  const words = { number: formatNumber, duration, asked: t('course.asked', { count: asked }) };
  return (
    <Chart
      summary={t('course.summary', { answered, coming, arrived, asked, time: duration(last.seconds * 1000) })}
      legend={courseNames.map((name) => ({ look: courseLooks[name], label: t(`course.${name}`), isLine: true }))}
      draw={(width) => courseDrawing(moments, asked, { width, words })}
      table={{
        label: t('course.title'),
        columns: [t('course.after'), ...courseNames.map((name) => t(`course.${name}`))],
        rows: rows.map((point) => [
          duration(point.seconds * 1000),
          ...courseNames.map((name) => formatNumber(point[name])),
        ]),
      }}
    />
  );
}
