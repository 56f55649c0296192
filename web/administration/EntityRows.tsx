import { useState } from 'react';
import type { Entity } from '#shared/administration/entity.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { BulkBar } from './BulkBar.tsx';
import { EntityTable } from './EntityTable.tsx';

type Props = {
  entity: Entity;
  rows: EntityRow[];
  sort: { value: string; set: (sort: string) => void };
  onOpen: (id: number) => void;
  onChanged: () => void;
};

/** The rows of a list, with multiple selection if they can be switched off. */
export function EntityRows({ entity, rows, sort, onOpen, onChanged }: Props) {
  const { can } = useViewer();
  const [ids, setIds] = useState<readonly string[]>([]);
  const canSwitch = entity.fields['isActive'] !== undefined && can(entity.feature);
  // filtered-out rows leave the selection
  const chosen = rows.filter(({ id }) => ids.includes(id));
  const selection = {
    chosen: chosen.map(({ id }) => id),
    toggle: (id: string) => setIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => setIds(chosen.length === rows.length ? [] : rows.map(({ id }) => id)),
  };
  return (
    <>
      <EntityTable entity={entity} rows={rows} sort={sort} onOpen={onOpen} {...(canSwitch && { selection })} />
      {chosen.length > 0 && <BulkBar entity={entity} rows={chosen} onClear={() => setIds([])} onChanged={onChanged} />}
    </>
  );
}
