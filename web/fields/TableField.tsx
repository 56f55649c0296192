import { ActionIcon, Button, Input, Textarea } from '@mantine/core';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tableLimits } from '#shared/fields/table.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { TableView } from '#web/ui/TableView.tsx';
import type { CellProps } from './cell.ts';
import { type FieldOf, type InputProps, useFrame } from './frame.ts';
import classes from './table.module.css';

/** A read-only table. */
export function TableCell({ name, field, value }: CellProps<FieldOf<'table'>>) {
  return <TableView label={name} columns={field.columns} rows={value as string[][]} />;
}

/** A table, filled row by row; on a phone each row is a card. */
export function TableInput(props: InputProps<FieldOf<'table'>>) {
  const { label, value, onChange } = props;
  const { columns } = props.field;
  const { t } = useTranslation('fields');
  const frame = useFrame(props);
  const rows = Array.isArray(value) ? (value as string[][]) : [];
  const list = useRef<HTMLUListElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (added.current) list.current?.querySelector<HTMLTextAreaElement>(`[data-row="${rows.length - 1}"]`)?.focus();
    added.current = false;
  }, [rows.length]);
  const change = (at: number, column: number, text: string) =>
    onChange(rows.map((row, line) => (line === at ? row.map((cell, i) => (i === column ? text : cell)) : row)));
  const add = () => {
    added.current = true;
    onChange([...rows, columns.map(() => '')]);
  };
  const style = { '--columns': columns.length } as CSSProperties;
  return (
    <fieldset className={classes['fieldset']}>
      <Input.Label component="legend" required={frame.required}>
        {frame.label}
      </Input.Label>
      {rows.length > 0 && (
        <ul ref={list} className={classes['rows']} style={style}>
          <li className={classes['row']} data-head aria-hidden>
            {columns.map((column) => (
              <span key={column} className={classes['head']}>
                {column}
              </span>
            ))}
          </li>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own
            <li key={at} className={classes['row']}>
              {columns.map((column, place) => (
                <div key={column}>
                  <span className={classes['cellLabel']} aria-hidden>
                    {column}
                  </span>
                  <Textarea
                    autosize
                    minRows={1}
                    maxRows={10}
                    maxLength={tableLimits.cell}
                    aria-label={t('table.cell', { name: label, column, row: at + 1 })}
                    {...(place === 0 ? { 'data-row': at } : {})}
                    value={row[place] ?? ''}
                    onChange={({ currentTarget }) => change(at, place, currentTarget.value)}
                  />
                </div>
              ))}
              <ActionIcon
                variant="default"
                size={42}
                aria-label={t('table.remove', { row: at + 1 })}
                onClick={() => onChange(rows.filter((_, line) => line !== at))}
              >
                <Icon name="trash" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {frame.error && <Input.Error mb={8}>{frame.error}</Input.Error>}
      <Button
        {...(frame.id ? { id: frame.id } : {})}
        variant="default"
        leftSection={<Icon name="plus" />}
        disabled={rows.length >= tableLimits.rows}
        onClick={add}
        mt={rows.length === 0 ? 6 : 0}
      >
        {t('table.add')}
      </Button>
    </fieldset>
  );
}
