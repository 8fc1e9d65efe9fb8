/** A function that a model may call, as chat endpoints take it. */
export interface ToolSchema {
  name: string;
  description: string;
  /** JSON Schema of its arguments. */
  parameters: object;
}
