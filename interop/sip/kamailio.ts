import { freePort } from '#testing/free-port.ts';
import { listens } from './ports.ts';
import { type Played, play } from './telephones.ts';

/** The configuration of a registrar and proxy that asks everyone for the password "geheim". */
const kamailioConfiguration = (port: number): string => `#!KAMAILIO
debug=2
log_stderror=yes
children=2
tcp_children=2
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules/"
loadmodule "tm.so"
loadmodule "sl.so"
loadmodule "rr.so"
loadmodule "pv.so"
loadmodule "maxfwd.so"
loadmodule "textops.so"
loadmodule "siputils.so"
loadmodule "usrloc.so"
loadmodule "registrar.so"
loadmodule "auth.so"
modparam("usrloc", "db_mode", 0)
modparam("registrar", "method_filtering", 0)
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    sl_send_reply("404", "Not here");
    exit;
  }
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("$fd", "geheim", "0")) { www_challenge("$fd", "1"); exit; }
    save("location");
    exit;
  }
  if (!pv_proxy_authenticate("$fd", "geheim", "0")) { proxy_challenge("$fd", "1"); exit; }
  consume_credentials();
  record_route();
  if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
  t_relay();
}
`;

/** Starts Kamailio at a port of its own. */
export async function startKamailio(): Promise<{ port: number; kamailio: Played }> {
  const port = await freePort();
  const kamailio = await play(
    '/usr/sbin/kamailio',
    ['-DD', '-E', '-f', '{folder}/kamailio.cfg', '-w', '{folder}', '-Y', '{folder}', '-P', '{folder}/pid', '-m', '32'],
    { 'kamailio.cfg': kamailioConfiguration(port) },
  );
  await listens(port);
  return { port, kamailio };
}
