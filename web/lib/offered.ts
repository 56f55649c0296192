import type { Feature } from '#shared/permissions.ts';

// whoever has one of them; a page that is not named is for everyone who is signed in
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
  '/replies': ['record_answer', 'manage_channel'],
  '/administration': ['show_admin_menu'],
};

/** Whether menus offer somebody the page of a link, with or without the # in front: none leads into a refusal. */
export function isOffered(link: string, can: (feature: Feature) => boolean): boolean {
  const [path = ''] = link.replace(/^#/, '').split(/[?#]/);
  const features = asked[path.startsWith('/administration/') ? '/administration' : path];
  return !features || features.some(can);
}
