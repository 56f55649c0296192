import { Title } from '@mantine/core';
import { useData } from '#web/lib/data.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { ExerciseOwnerQuery } from './queries.ts';

/** The name of the person of a phone and mailbox. */
export function PersonName({ person }: { person: string }) {
  const owner = useData(ExerciseOwnerQuery, { id: person }).data?.person;
  return (
    <Title order={2} mb="sm">
      {owner ? fullName(owner) : ' '}
    </Title>
  );
}
