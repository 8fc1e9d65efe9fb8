/**
 * The part of BrowserGym's step records that is written (https://github.com/ServiceNow/BrowserGym,
 * browsergym/experiments/src/browsergym/experiments/loop.py, StepInfo; the observation of browsergym/core's env.py).
 * A bid is the element's uid, which the saved page has as `data-webtasks-id`.
 */
export interface StepInfo {
  /** From 0. */
  step: number;
  obs: Observation;
  /** 1 in the last step of a demonstration that its annotator calls a success. */
  reward: number;
  raw_reward: null;
  terminated: boolean;
  truncated: false;
  /** Null in the last step. */
  action: string | null;
  agent_info: { extra_info: Record<string, unknown> };
  stats: null;
  profiling: null;
  task_info: null;
}

export interface Observation {
  /** Seconds since 1970. */
  chat_messages: readonly { role: 'user' | 'assistant'; timestamp: number; message: string }[];
  goal: string;
  goal_object: [{ type: 'text'; text: string }];
  open_pages_urls: string[];
  open_pages_titles: string[];
  active_page_index: [number];
  url: string;
  /** A line for each element that can be acted on, as flatten_axtree_to_str writes it; empty without a saved page. */
  axtree_txt: string;
  extra_element_properties: Record<string, ElementProperties>;
  /** Empty where unknown. */
  focused_element_bid: string;
  last_action: string;
  last_action_error: '';
  /** Seconds since the start. */
  elapsed_time: [number];
}

export interface ElementProperties {
  /** The share of the box that is in view, 0 to 1. */
  visibility: number;
  /** x, y, width, height: CSS px in the viewport. */
  bbox: [number, number, number, number] | null;
  clickable: true;
  set_of_marks: boolean;
}
