import { type Played, play } from './telephones.ts';

/** baresip, registered as +4930200. It answers at once, and takes commands at the port for control. */
export const baresip = (port: number, control: number): Promise<Played> =>
  play('/usr/bin/baresip', ['-f', '{folder}'], {
    config: [
      'sip_listen 127.0.0.1:0',
      'audio_player aufile,/dev/null',
      'audio_source ausine,440',
      'module_path /usr/lib/baresip/modules',
      ...['g711', 'aufile', 'ausine', 'stdio'].map((module) => `module ${module}.so`),
      'module_tmp account.so',
      ...['menu', 'ctrl_tcp'].map((module) => `module_app ${module}.so`),
      `ctrl_tcp_listen 127.0.0.1:${control}`,
    ].join('\n'),
    accounts: `<sip:+4930200@127.0.0.1:${port};transport=udp>;auth_user=+4930200;auth_pass=geheim;answermode=auto;regint=60\n`,
    contacts: '',
  });

/** linphone, registered as +4930200. It answers at once; typed digits are keys. */
export async function linphone(port: number): Promise<Played> {
  const phone = await play('/usr/bin/linphonec', ['-a', '-c', '{folder}/linphonerc'], {
    linphonerc: [
      '[sip]',
      'sip_port=-1',
      'sip_tcp_port=0',
      'default_proxy=0',
      '[rtp]',
      'audio_rtp_port=-1',
      '[proxy_0]',
      `reg_proxy=<sip:127.0.0.1:${port};transport=udp>`,
      `reg_identity=sip:+4930200@127.0.0.1:${port}`,
      'reg_sendregister=1',
      'reg_expires=60',
      '[auth_info_0]',
      'username=+4930200',
      'passwd=geheim',
      'realm=127.0.0.1',
    ].join('\n'),
  });
  phone.type('soundcard use files');
  return phone;
}
