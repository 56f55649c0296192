// a mail server that accepts everything: forked by mail-sinks.ts
import { startMailServer } from '#testing/fakes/mail-server.ts';

const server = await startMailServer();
let taken = 0;
const count = () => {
  taken += server.taken.splice(0).length;
};
setInterval(count, 200);
process.on('message', () => {
  count();
  process.send?.({ taken, connections: server.connections.most, violations: server.violations });
});
process.on('disconnect', () => process.exit(0)); // its parent is gone
process.send?.({ port: server.port });
