import { DuckDBInstance } from '@duckdb/node-api';

/** Returns the rows of a query; DuckDB reads Parquet and JSON lines with its own code. */
export async function queryFiles(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
