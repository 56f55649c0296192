/** Inside a dialog: opens within its landmark, and scrolls. */
export const dropdown = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;
