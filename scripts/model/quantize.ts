const LARGEST = 127;

/** 8 bits per value with a scale for each of `columns` columns; `kernel` is row by row. */
export function quantizeColumns(
  kernel: Float32Array,
  columns: number,
): { values: Int8Array; scales: Float32Array } {
  const scales = new Float32Array(columns);
  kernel.forEach((value, at) => {
    scales[at % columns] = Math.max(scales[at % columns] ?? 0, Math.abs(value));
  });
  scales.forEach((most, column) => (scales[column] = most > 0 ? most / LARGEST : 1));
  const values = new Int8Array(kernel.length);
  kernel.forEach((value, at) => (values[at] = Math.round(value / (scales[at % columns] ?? 1))));
  return { values, scales };
}

/** 8 bits per value with one scale for all. */
export function quantizeTable(table: Float32Array): { values: Int8Array; scale: Float32Array } {
  const most = table.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const scale = most > 0 ? most / LARGEST : 1;
  return {
    values: Int8Array.from(table, (value) => Math.round(value / scale)),
    scale: Float32Array.of(scale),
  };
}
