import { createHash } from 'node:crypto';
import {
  judgeAnswer,
  listFuzzyReferences,
  listGivenAnswers,
} from '../../../core/evaluation/judge-answers.ts';
import type { AnswerRow, Row } from '../../../core/evaluation/row.ts';
import type { Asker } from './asker.ts';
import type { Gathering } from './gather.ts';

export interface JudgeRun {
  asker: Asker;
  /** The judge's model: another one judges anew. */
  model: string;
  isGold: boolean;
  /** Whether the run's journal has a row from before. */
  isKept: (key: string) => boolean;
}

/**
 * Asks the judge about every task's last answer, for a task by hand about each of its references, all at
 * once: the asker holds back as many as it has to. How many could not be judged.
 */
export async function judgeRun(
  rows: readonly Row[],
  gathering: Gathering,
  { asker, model, isGold, isKept }: JudgeRun,
): Promise<number> {
  const tell = (data: Record<string, unknown>): void =>
    gathering.emit({ kind: 'result', text: null, data });
  const questions = listGivenAnswers(rows, isGold).flatMap(({ of, material, statement }) =>
    listFuzzyReferences(material).map((reference) => ({ of, statement, reference })),
  );
  const outcomes = await Promise.all(
    questions.map(async ({ of, statement, reference }): Promise<boolean> => {
      const key = hashText(JSON.stringify([of.key, model, statement, reference]));
      if (isKept(key)) {
        tell({ type: 'kept', key });
        return true;
      }
      const judged = await judgeAnswer(statement, reference, asker.ask);
      const { input, demonstration } = of;
      if ('ok' in judged) {
        const text = `${input}: its last answer could not be judged: ${judged.reason}; not counted, asked again next time`;
        const data = { type: 'fault', input, reason: judged.reason, done: 'not counted' };
        if (judged.kind === 'failed') gathering.emit({ kind: 'fault', text, data });
        return false;
      }
      const row: AnswerRow = {
        ...{ type: 'answer', key, input, demonstration, statement, reference },
        ...judged,
      };
      tell({ ...row });
      return true;
    }),
  );
  return outcomes.filter((isDone) => !isDone).length;
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
