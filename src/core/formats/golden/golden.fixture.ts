import type { ReplayPage, ReplayTurn } from '../dmr/replay.ts';
import type { DmrRecord } from '../dmr/record.ts';

/** Reads a file of this folder as text. Core knows no disk, so the test brings it. */
export type ReadGolden = (path: string) => string;

type Texts = [text: string, expected: string];

/** weblinx-vectors.json: inputs with what the public library made of them. */
export interface Vectors {
  timestamp: [seconds: number, expected: string][];
  right_shorten: [text: string, limit: number, expected: string][];
  center_shorten: [text: string, limit: number, expected: string][];
  round1: [value: number, expected: string][];
  attr_repr: [name: string, value: string, expected: string][];
  attr_order: [attributes: Record<string, string>, expected: string][];
  call_format: [
    args: Record<string, string | number | null | Record<string, string>>,
    expected: string,
  ][];
  reduce_lengths: [lengths: number[], limit: number, expected: number[]][];
  center_cut_char_tokens: [text: string, tokens: number, expected: string | null][];
  parse: [output: string, intent: string, args: Record<string, string | number | null> | string][];
  chrf: [predicted: string | number, reference: string, expected: number][];
  urlf: [predicted: string, reference: string, expected: number][];
  iou: [a: number[], b: number[], expected: number][];
  otr_html: [name: string, page: string, candidates: string[], expected: string][];
  otr_html_budget_char_tokens: [
    page: string,
    candidate: string,
    budget: number,
    expected: string,
  ][];
  utterances: Texts[];
  prev_turns_budget: [
    budget: number,
    lines: string[],
    messages: { role: string; content: string }[],
  ][];
  candidates_budget: [budget: number, expected: string][];
}

export function readVectors(read: ReadGolden): Vectors {
  return JSON.parse(read('weblinx-vectors.json')) as Vectors;
}

/** The sample recording: 24 turns with all 13 intents. */
export interface Sample {
  turns: ReplayTurn[];
  pageOf(turn: ReplayTurn): ReplayPage | null;
  records: DmrRecord[];
  prompts: SamplePrompt[];
}

export interface SamplePrompt {
  turn_index: number;
  prompt: { role: string; content: string }[];
  output_target: string;
}

export function readSample(read: ReadGolden): Sample {
  const replay = JSON.parse(read('weblinx-sample/replay.json')) as { data: ReplayTurn[] };
  return {
    turns: replay.data,
    pageOf(turn) {
      const page = turn.type === 'chat' ? null : turn.state.page;
      if (page === null) return null;
      const n = page.split('-')[1] ?? '';
      return {
        html: read(`weblinx-sample/pages/${page}`),
        boxes: JSON.parse(read(`weblinx-sample/bboxes/bboxes-${n}.json`)) as ReplayPage['boxes'],
      };
    },
    records: read('dmr-records.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as DmrRecord),
    prompts: JSON.parse(read('otr-prompts.json')) as SamplePrompt[],
  };
}
