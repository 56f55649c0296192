import type { Feature } from '#shared/permissions.ts';

// requires one of the features; pages without an entry are open to signed-in users
const asked: Readonly<Record<string, readonly Feature[]>> = {
  '/activation': ['create_activation'],
  '/communication': ['create_communication'],
  '/situation-report': ['create_situation_report_home'],
  '/events': ['show_event_menu', 'archive_event', 'delete_event'],
  '/groups': ['show_group_menu'],
  '/duties': ['show_group_menu', 'show_event_menu'],
  '/offline': ['show_group_menu', 'show_event_menu'],
  '/mailinglists': ['show_mailing_list_menu', 'show_mailing_group_menu'],
  '/exercise-mailbox': ['show_event_menu', 'show_admin_menu'],
  '/drills': ['plan_drill'],
  '/replies': ['record_answer', 'manage_channel'],
  '/incoming': ['take_incoming'],
  '/crisisteam': ['edit_contact', 'show_admin_menu'],
  '/administration': ['show_admin_menu'],
};

/** Returns whether menus offer a link, with or without `#`. */
export function isOffered(link: string, can: (feature: Feature) => boolean): boolean {
  const [path = ''] = link.replace(/^#/, '').split(/[?#]/);
  const features = asked[path.startsWith('/administration/') ? '/administration' : path];
  return !features || features.some(can);
}
