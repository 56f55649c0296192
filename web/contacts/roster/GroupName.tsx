import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import type { DutyGroup } from './queries.ts';

/** A group, linked to its page if the viewer may see groups. */
export function GroupName({ group: { _id, name } }: { group: Pick<DutyGroup, '_id' | 'name'> }) {
  const { can } = useViewer();
  if (!can('show_group_menu')) return <strong>{name}</strong>;
  return (
    <Anchor component={Link} to={`/group/${_id}`} fw={600}>
      {name}
    </Anchor>
  );
}
