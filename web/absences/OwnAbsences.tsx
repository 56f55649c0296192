import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { AbsencePanel } from './AbsencePanel.tsx';
import { AddOwnAbsenceMutation, EndOwnAbsenceMutation, OwnAbsencesQuery } from './queries.ts';

/** The user's absences; empty for a user without a contact. */
export function OwnAbsences() {
  const { data, refetch } = useData(OwnAbsencesQuery, {});
  const [, add] = useMutation(AddOwnAbsenceMutation);
  const [, end] = useMutation(EndOwnAbsenceMutation);
  if (!data?.ownPerson) return null;
  const done = ({ error }: { error?: unknown }) => {
    if (!error) refetch();
    return !error;
  };
  return (
    <AbsencePanel
      isOwn
      absences={data.ownPerson.absences}
      onAdd={async (input) => done(await add({ input }))}
      onEnd={async (id) => done(await end({ id }))}
    />
  );
}
