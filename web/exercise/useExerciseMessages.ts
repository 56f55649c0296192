import { useEffect, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { ExerciseMessagesQuery } from './queries.ts';

const PAGE = 20;

/** Returns the newest messages of a kind for one person or all, and a function that loads more. */
export function useExerciseMessages(person: string | null, kind: 'phone' | 'mail', version: number) {
  const [first, setFirst] = useState(PAGE);
  const state = useData(ExerciseMessagesQuery, { person, kind, first }, { keepPrevious: true });
  const { refetch } = state;
  useEffect(() => {
    if (version > 0) refetch();
  }, [version, refetch]);
  const total = state.data?.exerciseMessages.totalCount ?? 0;
  return { state, total, more: () => setFirst(Math.min(limits.maximumPage, first + PAGE)) };
}
