/** Options of a searchable select inside a dialog: opens within its landmark, and the list of options scrolls. */
export const dropdown = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;
