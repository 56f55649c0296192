import { createSocket, type Socket } from 'node:dgram';

/** Opens a UDP socket at an address of this machine. */
export async function udpSocket(address: string): Promise<Socket> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  return socket;
}

/** Takes an even port at all addresses. */
export async function takeEvenPort(): Promise<Socket> {
  for (;;) {
    const socket = await udpSocket('0.0.0.0');
    if (socket.address().port % 2 === 0) return socket;
    socket.close();
  }
}
