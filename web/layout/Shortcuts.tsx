import { Kbd, Table } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';

const shortcuts: { name: string; keys: string[][]; isEither?: boolean }[] = [
  { name: 'search', keys: [['/'], ['Ctrl', 'K']], isEither: true },
  { name: 'alarm', keys: [['Ctrl', 'K'], ['A', 'L'], ['Enter']] },
  { name: 'next', keys: [['Ctrl', 'Enter']] },
  { name: 'close', keys: [['Esc']] },
  { name: 'help', keys: [['?']] },
];

/** The keyboard shortcuts and their destinations. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('layout');
  return (
    <Dialog title={t('shortcuts.title')} isLight onClose={onClose}>
      <Table verticalSpacing="sm">
        <Table.Tbody>
          {shortcuts.map(({ name, keys, isEither }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500}>
                {t(`shortcuts.${name}`)}
              </Table.Th>
              <Table.Td w="42%">
                {keys.map((pressed, at) => (
                  <Fragment key={pressed.join()}>
                    {at > 0 && (isEither ? ` ${t('shortcuts.or')} ` : ` ${t('shortcuts.then')} `)}
                    <span style={{ whiteSpace: 'nowrap' }}>
                      {pressed.map((key, place) => (
                        <span key={key}>
                          {place > 0 && (pressed[0] === 'Ctrl' ? ' + ' : ' ')}
                          <Kbd>{key === 'Ctrl' ? t('shortcuts.ctrl') : key}</Kbd>
                        </span>
                      ))}
                    </span>
                  </Fragment>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
