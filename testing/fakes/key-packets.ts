/** Returns the packets of a key that is pressed (RFC 4733), each `copies` times, after a sequence number. */
export function keyPackets(key: string, after: number, copies = 1): Buffer[] {
  return Array.from({ length: 5 * copies }, (_, packet) => {
    const octets = Buffer.alloc(16);
    octets[0] = 0x80;
    octets[1] = 101 | (packet === 0 ? 0x80 : 0);
    octets.writeUInt16BE((after + packet + 1) & 0xffff, 2);
    octets.writeUInt32BE((after + 1) * 800, 4);
    octets.writeUInt32BE(7, 8);
    octets[12] = '0123456789*#'.indexOf(key);
    octets[13] = packet > 2 ? 0x8a : 0x0a;
    octets.writeUInt16BE(160 * (packet + 1), 14);
    return octets;
  });
}
