import { encodeText } from '../../bytes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of an archive; the name is ASCII, at most 100 letters. */
export interface TarFile {
  name: string;
  bytes: Bytes;
  /** Epoch seconds. */
  modifiedAt: number;
}

const BLOCK = 512;

/**
 * Yields a POSIX tar archive (`ustar`, https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html) of plain files
 * that belong to user and group 0, so that equal files give equal bytes.
 */
export async function* writeTar(files: AsyncIterable<TarFile>): AsyncGenerator<Bytes> {
  for await (const file of files) {
    yield writeHeader(file);
    yield file.bytes;
    const rest = file.bytes.length % BLOCK;
    if (rest > 0) yield new Uint8Array(BLOCK - rest);
  }
  yield new Uint8Array(2 * BLOCK);
}

const MODE = 0o644;
/** The checksum counts its own field as spaces. */
const NO_CHECKSUM = ' '.repeat(8);

function writeHeader({ name, bytes, modifiedAt }: TarFile): Bytes {
  const write = (checksum: string): Bytes => {
    const fields = [
      ...[name.padEnd(100, '\0'), writeOctal(MODE, 8), writeOctal(0, 8), writeOctal(0, 8)],
      ...[writeOctal(bytes.length, 12), writeOctal(Math.max(0, modifiedAt), 12), checksum],
      ...['0', '\0'.repeat(100), 'ustar\0', '00'],
    ];
    return encodeText(fields.join('').padEnd(BLOCK, '\0'));
  };
  const sum = write(NO_CHECKSUM).reduce((total, byte) => total + byte, 0);
  return write(`${sum.toString(8).padStart(6, '0')}\0 `);
}

function writeOctal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}
