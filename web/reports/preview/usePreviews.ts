import { useDebouncedValue } from '@mantine/hooks';
import { type QueryState, useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { PreviewQuery } from './queries.ts';
import { type Fill, type Typed, textNow } from './typed.ts';

const PAUSE = 350;

export function usePreviews(
  report: ReportDetails,
  messages: readonly ReportMessage[],
  typed: Typed,
  fill?: Fill,
): QueryState<ResultOf<typeof PreviewQuery>> {
  const texts = messages.flatMap((message) => {
    const { title, content } = textNow(report, message, typed, fill);
    const isStored = title === message.title && content === message.content;
    return isStored || title.trim() === '' ? [] : [{ message: message.id, title, content }];
  });
  const [settled] = useDebouncedValue(JSON.stringify(texts), PAUSE);
  const variables = { report: report.id, texts: JSON.parse(settled) as typeof texts };
  return useData(PreviewQuery, variables, { pause: messages.length === 0, keepPrevious: true });
}
