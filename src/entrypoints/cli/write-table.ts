import { parquetWriteBuffer } from 'hyparquet-writer';
import type { DemonstrationContent } from '../../core/demonstration/content.ts';
import { TURN_COLUMNS } from '../../core/formats/table/turn-rows.ts';

/** The turns of a demonstration as a Parquet file (docs/cli.md lists the columns). */
export function* writeTurnsTable(content: DemonstrationContent): Generator<Uint8Array> {
  const columnData = TURN_COLUMNS.map(({ name, type, read }) => ({
    name,
    type,
    nullable: true,
    data: content.turns.map((turn, index) => {
      const cell = read(turn, index, content);
      return type === 'TIMESTAMP' && typeof cell === 'number' ? new Date(cell) : cell;
    }),
  }));
  yield new Uint8Array(parquetWriteBuffer({ columnData }));
}
