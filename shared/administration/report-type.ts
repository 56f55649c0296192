import { entity, isActive, typeFields } from './entity.ts';

/** A kind of report. */
export const reportType = entity({
  name: 'ReportType',
  plural: 'reportTypes',
  about: 'A kind of report; the one with the identifier activation calls the crisis team in.',
  feature: 'manage_report_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    ...typeFields,
    icon: { kind: 'image', list: true, about: 'Its picture on a light ground.' },
    whiteIcon: { kind: 'image', about: 'Its picture on a coloured ground.' },
    requiresRelease: {
      kind: 'toggle',
      default: false,
      list: true,
      about: 'Whether its messages leave only after somebody else released them.',
    },
    isActive,
  },
});
