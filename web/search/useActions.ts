import { useTranslation } from 'react-i18next';
import { fold } from '#shared/fold.ts';
import type { Feature } from '#shared/permissions.ts';
import { EventTypesQuery } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import type { Find } from './finds.ts';

const pages: { name: string; to: string; feature?: Feature }[] = [
  { name: 'communication', to: '/communication', feature: 'create_communication' },
  { name: 'situation', to: '/situation-report', feature: 'create_situation_report_home' },
  { name: 'events', to: '/events' },
  { name: 'groups', to: '/groups' },
  { name: 'mailingLists', to: '/mailinglists' },
  { name: 'administration', to: '/administration', feature: 'show_admin_menu' },
  { name: 'profile', to: '/updateprofile' },
];

/** Returns matching actions: an alarm, also of a certain kind, or a page. */
export function useActions(term: string): Find[] {
  const { t } = useTranslation('search');
  const { can } = useViewer();
  const mayAlarm = can('create_activation');
  const kinds = useData(EventTypesQuery, {}, { pause: !mayAlarm || term === '' }).data?.eventTypes.edges ?? [];
  if (!term) return [];
  const alarms = [
    { to: '/activation', name: t('action.alarm'), note: t('action.alarmNote'), words: t('action.alarmWords') },
    ...kinds.map(({ node }) => ({
      to: `/activation?type=${node._id}`,
      name: t('action.alarmKind', { kind: node.name }),
      note: t('action.alarmKindNote'),
      words: `${node.name} ${t('action.alarmWords')}`,
    })),
  ];
  const others = pages
    .filter(({ feature }) => !feature || can(feature))
    .map(({ name, to }) => ({ to, name: t(`action.${name}`), words: t(`action.${name}`) }));
  return [...(mayAlarm ? alarms : []), ...others]
    .filter(({ words }) => isMeant(words, term))
    .map(({ words: _, ...action }) => ({ kind: 'actions' as const, ...action }));
}

/** Returns whether every word starts one of the action's words. */
function isMeant(said: string, term: string): boolean {
  const words = fold(said).split(/[^\p{L}\p{N}]+/u);
  return fold(term)
    .split(/\s+/)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
