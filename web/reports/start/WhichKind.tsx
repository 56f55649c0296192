import { useTranslation } from 'react-i18next';
import { EventTypesQuery } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { Tiles } from './Tiles.tsx';
import { generalLast, isGeneral } from './useActivationStart.ts';

type Props = { onChoose: (kind: string) => void; onClose: () => void };

export function WhichKind({ onChoose, onClose }: Props) {
  const { t } = useTranslation('reports');
  const types = useData(EventTypesQuery, {});
  return (
    <Dialog title={t('start.whatHappened')} size="xl" isLight onClose={onClose}>
      <QueryView state={types}>
        {({ eventTypes }) => (
          <Tiles
            tiles={eventTypes.edges
              .map(({ node }) => node)
              .sort(generalLast)
              .map((kind) => (isGeneral(kind) ? { ...kind, name: t('start.somethingElse') } : kind))}
            busy=""
            icon="event"
            onChoose={onChoose}
          />
        )}
      </QueryView>
    </Dialog>
  );
}
