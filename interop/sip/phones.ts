import { connect } from 'node:net';
import { freePort } from '#testing/free-port.ts';
import { listens } from './ports.ts';
import { type Played, play } from './telephones.ts';

/** A telephone that is registered as +4930200 and answers at once. */
export interface Telephone extends Played {
  isRegistered(): boolean;
  isConnected(): boolean;
  press(key: string): void;
}

/** Starts baresip. It takes commands at the port for control. */
export async function baresip(port: number, control: number): Promise<Telephone & { dial(uri: string): void }> {
  const played = await play('/usr/bin/baresip', ['-f', '{folder}'], {
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
  await listens(control);
  const socket = connect(control, '127.0.0.1');
  const command = (name: string, params: string) => {
    const text = JSON.stringify({ command: name, params });
    socket.write(`${text.length}:${text},`);
  };
  return {
    ...played,
    isRegistered: () => /200 OK/.test(played.printed()),
    isConnected: () => /call established/i.test(played.printed()),
    press: (key) => command('sndcode', key),
    dial: (uri) => command('dial', uri),
    async end() {
      socket.destroy();
      await played.end();
    },
  };
}

/** Starts Twinkle on a sound device that plays nothing. It answers by itself; its keys are typed. */
export async function twinkle(port: number): Promise<Telephone> {
  const [own, media] = [await freePort(), await freePort()];
  const profile = [
    'user_name=+4930200',
    `user_domain=127.0.0.1:${port}`,
    'auth_name=+4930200',
    'auth_pass=geheim',
    'dtmf_transport=rfc2833',
  ];
  const devices = ['speaker', 'mic', 'ringtone'].map((one) => `dev_${one}=alsa:default\n`);
  const played = await play('/usr/bin/twinkle-console', ['house.cfg'], {
    '.asoundrc': 'pcm.!default { type null }\nctl.!default { type null }\n',
    '.twinkle/house.cfg': `${profile.join('\n')}\n`,
    '.twinkle/twinkle.sys': `sip_port=${own}\nrtp_port=${media}\n${devices.join('')}`,
  });
  played.type('auto_answer -a on');
  return {
    ...played,
    isRegistered: () => /registration succeeded/.test(played.printed()),
    isConnected: () => /call established/.test(played.printed()),
    press: (key) => played.type(`dtmf ${key}`),
  };
}
