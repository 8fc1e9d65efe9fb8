/**
 * The part of ATIF 1.7 that is written: Harbor's Agent Trajectory Interchange Format, RFC 0001. The field names are those of
 * the published models, which refuse others: https://harborframework.com/docs/trajectory-format and, with relaxations,
 * https://docs.nvidia.com/nemo/agent-toolkit/1.7/api/nat/atif/index.html. The Agent Data Protocol reads the same files
 * (https://github.com/neulab/agent-data-protocol, schema/atif.py). Members under `extra` are Wayscribe's own.
 */
export const ATIF_VERSION = 'ATIF-v1.7';

export interface AtifTrajectory {
  schema_version: typeof ATIF_VERSION;
  session_id: string;
  trajectory_id: string;
  agent: { name: string; version: string };
  steps: AtifStep[];
  notes: string;
  final_metrics: {
    total_prompt_tokens?: number;
    total_completion_tokens?: number;
    total_steps: number;
  };
  extra: Record<string, unknown>;
}

export interface AtifStep {
  /** From 1, without gaps. */
  step_id: number;
  /** ISO 8601. */
  timestamp: string;
  source: 'system' | 'user' | 'agent';
  message: AtifContent;
  /** Agent steps only. */
  tool_calls?: [{ tool_call_id: string; function_name: string; arguments: object }];
  observation?: { results: [{ source_call_id: string; content: AtifContent }] };
  /** Agent steps only; 0 for what a person did. */
  llm_call_count?: number;
  extra: Record<string, unknown>;
}

export type AtifContent = string | AtifPart[];

export type AtifPart =
  | { type: 'text'; text: string }
  /** `path` is relative to the trajectory's file. */
  | { type: 'image'; source: { media_type: 'image/png' | 'image/jpeg'; path: string } };
