import type { FileHandle } from 'node:fs/promises';

// The ustar format of POSIX.1-1988, with binary sizes from 8 GiB as in GNU tar.
const blockSize = 512;
const largestOctal = 8 ** 11;

export interface TarMember {
  name: string;
  at: number;
  size: number;
}

/** A truncated or contradictory tar file. */
export class TarError extends Error {
  readonly isTruncated: boolean;
  constructor(message: string, isTruncated = false) {
    super(message);
    this.isTruncated = isTruncated;
  }
}

/** Returns the bytes until the next block. */
const paddingOf = (size: number) => (blockSize - (size % blockSize)) % blockSize;

/** Writes members whose size is known. */
export class TarWriter {
  readonly #file: FileHandle;
  readonly #time: number;
  #at = 0;

  /** `time`: when the members were last changed, in seconds since 1970. */
  constructor(file: FileHandle, time: number) {
    this.#file = file;
    this.#time = time;
  }

  /** Reserves a member of this size for `fill`. */
  reserve(size: number): TarMember {
    const member = { name: '', at: this.#at + blockSize, size };
    this.#at = member.at + size + paddingOf(size);
    return member;
  }

  /** Writes a reserved member. */
  async fill({ at, size }: TarMember, name: string, content: Buffer): Promise<void> {
    if (content.length !== size) throw new Error(`${name} has ${content.length} bytes instead of ${size}`);
    await this.#write(Buffer.concat([content, Buffer.alloc(paddingOf(size))]), at);
    await this.#write(headerOf(name, size, this.#time), at - blockSize);
  }

  /** Appends a member. */
  async add(name: string, content: AsyncIterable<Buffer>): Promise<TarMember> {
    const at = this.#at + blockSize;
    let size = 0;
    for await (const bytes of content) {
      await this.#write(bytes, at + size);
      size += bytes.length;
    }
    await this.#write(Buffer.alloc(paddingOf(size)), at + size);
    await this.#write(headerOf(name, size, this.#time), at - blockSize);
    this.#at = at + size + paddingOf(size);
    return { name, at, size };
  }

  /** Writes the two empty blocks at the end. */
  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * blockSize), this.#at);
  }

  async #write(bytes: Buffer, at: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, at + done);
      done += bytesWritten;
    }
  }
}

function headerOf(path: string, size: number, time: number): Buffer {
  const header = Buffer.alloc(blockSize);
  const slash = path.length > 100 ? path.indexOf('/') : -1;
  const name = path.slice(slash + 1);
  if (name.length > 100) throw new Error(`${path} is too long for a tar file`);
  header.write(name, 0, 'latin1');
  header.write('0000600\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  if (size < largestOctal) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(`${time.toString(8).padStart(11, '0')}\0`, 136, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  if (slash > 0) header.write(path.slice(0, slash), 345, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** Returns the sum of bytes, with blanks for the checksum. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < blockSize; at++) if (at < 148 || at >= 156) sum += header[at]!;
  return sum;
}

/** Reads members without contents. Raises a TarError. */
export async function* readMembers(file: FileHandle): AsyncGenerator<TarMember> {
  const { size: length } = await file.stat();
  let header = await readAt(file, 0, blockSize);
  for (let at = 0; ; ) {
    if (header.every((byte) => byte === 0)) return refuseRest(file, at, length);
    const size = sizeIn(header);
    const name = [textIn(header, 345, 155), textIn(header, 0, 100)].filter(Boolean).join('/');
    const padding = paddingOf(size);
    const end = at + blockSize + size + padding;
    if (end > length) throw new TarError(`${name} ends early`, true);
    const following = await readAt(file, end - padding, padding + blockSize);
    if (following.subarray(0, padding).some((byte) => byte !== 0))
      throw new TarError(`${name} is followed by unexpected bytes`);
    yield { name, at: at + blockSize, size };
    at = end;
    header = following.subarray(padding);
  }
}

async function refuseRest(file: FileHandle, at: number, length: number): Promise<void> {
  if (length < at + 2 * blockSize) throw new TarError('the end is missing', true);
  if (length > at + 2 * blockSize) throw new TarError('something was appended');
  if ((await readAt(file, at, 2 * blockSize)).some((byte) => byte !== 0)) throw new TarError('the end was changed');
}

function sizeIn(header: Buffer): number {
  const sum = Number.parseInt(textIn(header, 148, 8), 8);
  if (sum !== checksumOf(header)) throw new TarError('a header is damaged');
  const size = header[124]! & 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textIn(header, 124, 12), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new TarError('a header has no size');
  return size;
}

const textIn = (header: Buffer, at: number, length: number) =>
  header.toString('latin1', at, at + length).split('\0', 1)[0]!;

/** Reads bytes. Raises a TarError at the end. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new TarError('the file ends early', true);
    done += bytesRead;
  }
  return bytes;
}

const portion = 256 * 1024;

/** Reads the content of a member in portions. */
export async function* readMember(file: FileHandle, { at, size }: TarMember): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; done += portion) yield await readAt(file, at + done, Math.min(portion, size - done));
}
