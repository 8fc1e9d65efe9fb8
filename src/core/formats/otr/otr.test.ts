import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listUtterances } from '../dmr/query.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import { readSample, readVectors } from '../golden/golden.fixture.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import {
  writeCandidates,
  mergeMessages,
  readMaterial,
  writeOtrPrompt,
  writeOtrTarget,
  fitCalls,
  listRecentCalls,
} from './prompt.ts';
import { cutCenter, levelLengths, fitUtterances } from './cut-parts.ts';
import { prunePage, writePagePart, writePageText } from './page-part.ts';
import { assignCandidates, sortPromptTurns } from './select-turns.ts';
import type { OtrTokenizer } from './tokenizer.ts';
import { codePointTokenizer } from './tokenizer.ts';

const readGolden = (path: string) =>
  readFileSync(join(import.meta.dirname, '../golden', path), 'utf8');
const vectors = readVectors(readGolden);
const sample = readSample(readGolden);

/** The golden prompts were made with room for everything. */
const roomy: OtrTokenizer = { count: () => 0, locate: () => [] };

describe('what the public library cut', () => {
  it.each(vectors.reduce_lengths)('%j to %d', (lengths, limit, expected) => {
    expect(levelLengths(lengths, limit)).toEqual(expected);
  });

  it.each(vectors.center_cut_char_tokens)('%s to %d tokens', (text, limit, expected) => {
    expect(cutCenter(text, limit, codePointTokenizer)).toBe(expected);
  });

  it.each(vectors.otr_html)('page %s', (_, html, candidates, expected) => {
    const tree = readPageTree(html);
    expect(tree && writePageText(prunePage(tree, new Set(candidates)))).toBe(expected);
  });

  it.each(vectors.otr_html_budget_char_tokens)(
    'a page around %s',
    (html, candidate, budget, expected) => {
      const tree = readPageTree(html);
      const text = tree && writePagePart(tree, new Set([candidate]), budget, codePointTokenizer);
      expect(text).toBe(expected);
    },
  );

  it.each(vectors.utterances)('utterances, %s', (name, expected) => {
    const instructor = Array.from({ length: 8 }, (_, n) => n);
    const turns: ReplayTurn[] = instructor.map((n) => ({
      type: 'chat',
      timestamp: n * 10,
      speaker: 'instructor',
      utterance: `utterance number ${n} ${'x'.repeat(n)}`,
    }));
    const others = Array.from({ length: 5 }, (): ReplayTurn => ({
      type: 'chat',
      timestamp: 90,
      speaker: 'navigator',
      utterance: 'ok',
    }));
    const budget = Number(/budget (\d+)/.exec(name)?.[1] ?? Number.POSITIVE_INFINITY);
    const utterances = listUtterances([...turns, ...others], 13);
    expect(fitUtterances(utterances, budget, codePointTokenizer)).toBe(expected);
  });

  it.each(vectors.prev_turns_budget)('previous turns to %d', (budget, lines, messages) => {
    const said = [
      ['instructor', 'please do the first thing'],
      ['instructor', 'and then the second thing as well'],
      ['navigator', 'ok'],
    ];
    const turns: ReplayTurn[] = said.map(([speaker = '', utterance = '']) => ({
      type: 'chat',
      timestamp: 1,
      speaker,
      utterance,
    }));
    const state = { screenshot: null, page: null };
    const url = 'https://a.example/some/long/path/to/page';
    turns.push(
      {
        type: 'browser',
        timestamp: 2,
        state,
        action: { intent: 'scroll', arguments: { scrollX: 0, scrollY: 450 } },
      },
      {
        type: 'browser',
        timestamp: 3,
        state,
        action: { intent: 'load', arguments: { properties: { url } } },
      },
    );
    const written = fitCalls(listRecentCalls(turns, 5), budget, codePointTokenizer);
    expect(written).toEqual(lines);
    expect(mergeMessages(written, 'FINAL')).toEqual(messages);
  });

  it.each(vectors.candidates_budget)('candidates to %d', (budget, expected) => {
    const text = 'Press this long button label now';
    const fields = {
      tag: 'button',
      xpath: '/html/body/div/button',
      bbox: 'x=1 y=2 width=30 height=40',
      attributes: "class='btn' title='a fairly long title' data-webtasks-id='cccccccc-cccc-cccc'",
      children: '',
    };
    const candidates = [
      { uid: 'uid-1', fields: { ...fields, text } },
      { uid: 'uid-2', fields: { ...fields, text: text + text } },
    ];
    expect(writeCandidates(candidates, budget, codePointTokenizer)).toBe(expected);
  });
});

describe('the sample recording', () => {
  const selected = sortPromptTurns(sample.turns).selected;
  const candidates = assignCandidates(selected, sample.records);

  it('has prompts for the turns that the public library selects', () => {
    expect(selected).toEqual(sample.prompts.map(({ turn_index }) => turn_index));
  });

  it.each(sample.prompts)('turn $turn_index, byte for byte', (golden) => {
    const turn = sample.turns[golden.turn_index];
    const material = readMaterial({
      turns: sample.turns,
      index: golden.turn_index,
      html: turn ? (sample.pageOf(turn)?.html ?? null) : null,
      candidates: candidates.get(golden.turn_index) ?? [],
    });
    const prompt = writeOtrPrompt(material, roomy);
    expect(prompt).toEqual(golden.prompt);
    expect(turn && writeOtrTarget(turn)).toBe(golden.output_target);
  });
});
