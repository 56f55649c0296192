/** How a searchable select opens inside a dialog: in its landmark, with the list of options itself being scrolled. */
export const dropdown = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;
