/**
 * The part of the Agent Data Protocol's standardized trajectory that is written, version 1.5.0. The names are those of its
 * published models, which refuse others: https://github.com/neulab/agent-data-protocol, schema/SCHEMA.md, trajectory.py,
 * action/ and observation/. Only `details` may have members of our own.
 */
export const ADP_VERSION = '1.5.0';

export interface AdpTrajectory {
  schema_version: typeof ADP_VERSION;
  id: string;
  details: Record<string, unknown>;
  content: AdpItem[];
}

export type AdpItem =
  /** Words of the navigator. */
  | { class_: 'message_action'; content: string }
  | {
      class_: 'api_action';
      /** Exactly one later observation has the same. */
      tool_call_id: string;
      function: string;
      kwargs: Record<string, unknown>;
      description: string;
    }
  | {
      class_: 'text_observation';
      content: string;
      source: 'user' | 'environment';
      /** The action that it is the result of. */
      tool_call_id?: string;
    }
  | AdpImage
  | {
      class_: 'web_observation';
      html: string | null;
      axtree: null;
      url: string;
      image_observation: AdpImage | null;
      /** CSS px. */
      viewport_size: [width: number, height: number] | null;
    };

/** `content` is a path relative to the trajectory's file. */
export interface AdpImage {
  class_: 'image_observation';
  content: string;
  source: 'environment';
}
