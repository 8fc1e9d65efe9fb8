import { CALL_NAMES } from '../action/call-names.ts';
import { writeCall } from '../formats/dmr/call-text.ts';
import type { FinalQuestion } from '../navigator/question.ts';
import { restoreTarget } from '../navigator/question.ts';
import { readReply } from '../navigator/reply.ts';
import type { Strategy } from '../strategies/strategy.ts';
import { budgetOf } from '../strategies/strategy.ts';
import { openReplayScene } from './replay-scene.ts';
import type { Usage } from './row.ts';
import type { Ask, Asked, DrawMarks, OpenTurn } from './strategy.ts';

/**
 * What a model says comes next, as one call in WebLINX's language, which all metrics read. Questions are
 * in text, with pictures where there is `drawMarks`; what they took together is the answer's usage. One that
 * fails ends it.
 */
export async function predictTurn(
  strategy: Strategy,
  open: OpenTurn,
  ask: Ask,
  drawMarks: DrawMarks | null = null,
): Promise<Asked> {
  const { tokenizer, contextTokens } = open;
  const terms = {
    budget: budgetOf(contextTokens),
    tokenizer,
    images: drawMarks !== null,
    tools: false,
  };
  let question = await strategy.open(await openReplayScene(open, drawMarks), terms);
  let usage: Usage | null = null;
  for (;;) {
    const asked = await ask(question.prompt.messages);
    if (!asked.ok) return asked;
    usage = usage ? addUsage(usage, asked.usage) : asked.usage;
    const further = question.kind === 'decide' && question.further?.(asked.text);
    if (further) {
      question = further;
      continue;
    }
    if (question.kind === 'decide') {
      const text = strategy.isVerbatim ? asked.text : writeAnswer(asked.text, question);
      return { ok: true, text, usage };
    }
    question = question.next(asked.text);
  }
}

/** An answer that cannot be read stays as it is, and counts as wrong. */
function writeAnswer(text: string, question: FinalQuestion): string {
  const translated = question.translate(text);
  const decision = restoreTarget(
    readReply(translated, question.choices, { numbered: question.isNumbered }),
    question,
  );
  if (decision.kind === 'say') {
    // WebLINX's reader ends a string at any quote.
    const utterance = decision.text.replaceAll('"', "'");
    return writeCall('say', { speaker: 'navigator', utterance });
  }
  if (decision.kind !== 'perform') return text;
  const { intent, ...args } = decision.action;
  return writeCall(CALL_NAMES[intent], args);
}

function addUsage(one: Usage, other: Usage): Usage {
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    cost: one.cost + other.cost,
    estimated: one.estimated || other.estimated,
    cached: one.cached && other.cached,
  };
}
