import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column, Row } from './features.ts';
import { describeFeatures, listSchema } from './features.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** How large the parts of a table become. Bytes are counted before compression. */
export interface TableLimits {
  /** A row group ends before it would have more rows or bytes; a larger row is one by itself. */
  groupRows: number;
  groupBytes: number;
  /** A file ends before it would have more bytes. */
  fileBytes: number;
}

/**
 * The Hub's viewer reads whole row groups: it advises at most 100 rows where there are images
 * (https://huggingface.co/docs/hub/datasets-image). Files stay under 300 MB.
 */
export const DEFAULT_LIMITS: TableLimits = {
  groupRows: 100,
  groupBytes: 16 * 1024 * 1024,
  fileBytes: 280 * 1000 * 1000,
};

/** Writes one Parquet file row by row with one row group in memory. */
export class TableWriter {
  private readonly writer = new ByteWriter();
  private readonly parquet: ParquetWriter;
  private held: Row[] = [];
  private heldBytes = 0;
  private readonly columns: readonly Column[];
  private readonly limits: Pick<TableLimits, 'groupRows' | 'groupBytes'>;

  constructor(
    columns: readonly Column[],
    limits: Pick<TableLimits, 'groupRows' | 'groupBytes'>,
    createdBy: string,
  ) {
    this.columns = columns;
    this.limits = limits;
    const value = JSON.stringify({ info: { features: describeFeatures(columns) } });
    this.parquet = new ParquetWriter({
      ...{ writer: this.writer, schema: listSchema(columns), createdBy },
      kvMetadata: [{ key: 'huggingface', value }],
    });
  }

  /** Adds a row of about `bytes` bytes, and returns what is ready to be written. */
  add(row: Row, bytes: number): Bytes {
    const isFull =
      this.held.length === this.limits.groupRows ||
      (this.held.length > 0 && this.heldBytes + bytes > this.limits.groupBytes);
    if (isFull) this.writeGroup();
    this.held.push(row);
    this.heldBytes += bytes;
    return this.take();
  }

  /** Returns the rest of the file. */
  finish(): Bytes {
    if (this.held.length > 0) this.writeGroup();
    void this.parquet.finish();
    return this.take();
  }

  private writeGroup(): void {
    const columnData = this.columns.map(({ name, feature }) => {
      const data = this.held.map((row) => row[name] ?? null);
      // Pictures are compressed already, and their bytes sort nothing.
      if (feature !== 'image') return { name, data };
      return { name, data, codec: 'UNCOMPRESSED', encoding: 'PLAIN', statistics: false } as const;
    });
    void this.parquet.write({ columnData, rowGroupSize: this.held.length });
    this.held = [];
    this.heldBytes = 0;
  }

  private take(): Bytes {
    const bytes = this.writer.getBytes().slice();
    this.writer.index = 0;
    return bytes;
  }
}
