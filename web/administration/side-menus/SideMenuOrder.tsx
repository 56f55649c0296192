import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useSaveOrder } from '#web/contacts/groups/useSaveOrder.ts';
import { SortDialog } from '#web/contacts/SortDialog.tsx';
import { useData } from '#web/lib/data.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { SideMenuOrderQuery, SortSideMenusMutation } from './queries.ts';

/** Above the list of the side menu: sorts its entries; open pages update immediately. */
export function SideMenuOrder({ refetch }: { refetch: () => void }) {
  const { t } = useTranslation('administration');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" mb="lg" leftSection={<Icon name="drag" />} onClick={() => setOpened(true)}>
        {t('sideMenu.order')}
      </Button>
      {opened && <OrderDialog onSorted={refetch} onClose={() => setOpened(false)} />}
    </>
  );
}

function OrderDialog({ onSorted, onClose }: { onSorted: () => void; onClose: () => void }) {
  const { t } = useTranslation('administration');
  const { data, refetch } = useData(SideMenuOrderQuery, {});
  useSystemLive(refetch);
  const [, sort] = useMutation(SortSideMenusMutation);
  const save = async (ids: string[]) => {
    const { error } = await sort({ ids });
    if (!error) onSorted();
    return error;
  };
  const saving = useSaveOrder(save, refetch, onClose);
  if (!data) return null;
  const items = data.sideMenus.edges.map(({ node: { id, title, isActive } }) => ({
    id,
    name: title,
    hint: isActive ? undefined : t('sideMenu.hidden'),
  }));
  return <SortDialog title={t('sideMenu.order')} text={t('sideMenu.orderText')} items={items} {...saving} />;
}
