import { type Played, play } from './telephones.ts';

/** baresip, registered as +4930200. It answers at once, and takes commands at the port for control. */
export const baresip = (port: number, control: number): Promise<Played> =>
  play('/usr/bin/baresip', ['-f', '{folder}'], {
    config: [
      'sip_listen 127.0.0.1:0',
      'net_interface 127.0.0.1',
      'audio_source aubridge,one',
      'audio_player aubridge,one',
      'ringback_disabled yes',
      'module_path /usr/lib/baresip/modules',
      ...['g711', 'aubridge'].map((module) => `module ${module}.so`),
      'module_tmp account.so',
      ...['menu', 'ctrl_tcp'].map((module) => `module_app ${module}.so`),
      `ctrl_tcp_listen 127.0.0.1:${control}`,
    ].join('\n'),
    accounts: `<sip:+4930200@127.0.0.1:${port};transport=udp>;auth_user=+4930200;auth_pass=geheim;answermode=auto;regint=60\n`,
    contacts: '',
  });
