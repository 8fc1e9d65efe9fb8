/** A file of an export. Its content is pulled when it is written, and only once. */
export interface ExportFile {
  /** Relative, forward slashes. */
  path: string;
  /** False for content that is compressed already. */
  compress: boolean;
  /** True of compressed pixels, which have no texts to search: they were painted over before. */
  isPixels?: boolean;
  read(): AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>;
}
