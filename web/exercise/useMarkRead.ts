import { useEffect, useRef } from 'react';
import { useMutation } from 'urql';
import { type ExerciseMessage, ReadExerciseMessageMutation } from './queries.ts';

/** Marks a message as read once it is `seen`. */
export function useMarkRead(message: ExerciseMessage, seen: boolean): void {
  const [, read] = useMutation(ReadExerciseMessageMutation);
  const asked = useRef(false);
  const { id, readAt } = message;
  useEffect(() => {
    if (!seen || readAt !== null || asked.current) return;
    asked.current = true;
    void read({ id });
  }, [id, readAt, seen, read]);
}
