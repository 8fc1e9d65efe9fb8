import { encodeBase64, encodeText, joinBytes } from '../../core/bytes.ts';
import type { ExportFile } from '../../core/formats/export-file.ts';
import { makeTextFile } from '../../core/formats/export-file.ts';
import { toStream } from '../to-stream.ts';
import viewer from './viewer.json' with { type: 'json' };

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Packs the files of the time-travel page into one HTML file, one at a time in memory. Texts are deflated; everything
 * is base64, so no content can end the element that it stands in. The policy in the file allows its own scripts by hash
 * and nothing to be loaded; saved pages, which are shown in a frame without scripts, inherit it.
 */
export function packPage(files: AsyncIterable<ExportFile>): ExportFile {
  return { path: 'page.html', compress: true, read: () => writePage(files) };
}

async function* writePage(files: AsyncIterable<ExportFile>): AsyncGenerator<Bytes> {
  yield encodeText(viewer.head);
  yield* writeElement(makeTextFile('viewer.css', viewer.style));
  yield encodeText(viewer.before);
  for await (const file of files) yield* writeElement(file);
  yield encodeText(viewer.after);
}

/** The viewer reads it by its id (src/entrypoints/page-viewer/contents.ts). */
async function* writeElement({ path, compress, read }: ExportFile): AsyncGenerator<Bytes> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const packing = compress ? 'deflate' : 'none';
  yield encodeText(`<script type="text/plain" id="file-${name}" data-packing="${packing}">`);
  yield* encodeChunks(compress ? deflate(read()) : read());
  yield encodeText('</script>\n');
}

async function* deflate(chunks: ReturnType<ExportFile['read']>): AsyncGenerator<Bytes> {
  yield* toStream(chunks).pipeThrough(new CompressionStream('deflate-raw'));
}

/** Encodes chunk by chunk: only whole groups of 3 bytes, since padding may stand at the end only. */
async function* encodeChunks(chunks: ReturnType<ExportFile['read']>): AsyncGenerator<Bytes> {
  let rest: Bytes = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = joinBytes([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    if (whole > 0) yield encodeText(encodeBase64(bytes.subarray(0, whole)));
    rest = bytes.slice(whole);
  }
  if (rest.length > 0) yield encodeText(encodeBase64(rest));
}
