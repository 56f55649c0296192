import { useMutation } from 'urql';
import { AbsencePanel } from '#web/absences/AbsencePanel.tsx';
import { AddAbsenceMutation, EndAbsenceMutation } from '#web/absences/queries.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import type { PersonDetails } from './queries.ts';

type Props = { person: PersonDetails; onChanged: () => void };

/** A person's absences; editors of contacts can enter them. */
export function PersonAbsences({ person, onChanged }: Props) {
  const { can } = useViewer();
  const [, add] = useMutation(AddAbsenceMutation);
  const [, end] = useMutation(EndAbsenceMutation);
  const done = ({ error }: { error?: unknown }) => {
    if (!error) onChanged();
    return !error;
  };
  if (!can('edit_contact') && person.absences.length === 0) return null;
  return (
    <AbsencePanel
      absences={person.absences}
      {...(can('edit_contact') && {
        onAdd: async (input) => done(await add({ person: person.id, input })),
        onEnd: async (id) => done(await end({ id })),
      })}
    />
  );
}
