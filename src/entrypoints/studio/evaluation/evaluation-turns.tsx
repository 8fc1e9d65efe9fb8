import { useMemo, useState } from 'react';
import type { ListedTurn, TurnRow } from '../../../core/evaluation/report/report.ts';
import { listTurns } from '../../../core/evaluation/report/report.ts';
import { writeScore } from '../../../core/evaluation/report/html.ts';
import { isRankRow } from '../../../core/evaluation/row.ts';
import { zeroMismatch } from '../../../core/metrics/weblinx/turn-score.ts';
import { message } from '../../../messages/message.ts';
import { Segments } from '../../../ui/components/buttons.tsx';
import { WindowedList } from '../../../ui/components/windowed-list.tsx';
import { MarkedScreenshot } from '../../../ui/conversation/screenshot-view.tsx';
import type { EvaluationRun } from './evaluation-controller.ts';
import styles from './evaluation.module.css';

interface EvaluationTurnsProps {
  first: EvaluationRun;
  second: EvaluationRun | null;
}

type Filter = 'all' | 'wrong';

/** Every judged turn: its picture, what was recorded, and what came. */
export function EvaluationTurns({ first, second }: EvaluationTurnsProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const items = useMemo(() => {
    const toReportRun = (run: EvaluationRun) => ({ ...run, name: run.label, facts: [] });
    const one = toReportRun(first);
    return listTurns({ runs: second ? [one, toReportRun(second)] : [one] })
      .filter(({ rows }) => filter === 'all' || rows.some((row) => row && !isRight(row)))
      .map((turn) => ({ ...turn, id: `${turn.place.demonstration} ${turn.place.turn}` }));
  }, [first, second, filter]);
  return (
    <section className={styles.turns} aria-label={message('studioEvaluateTurns')}>
      <Segments
        size="small"
        label={message('studioEvaluateTurns')}
        value={filter}
        options={[
          { value: 'all', label: message('studioEvaluateAll') },
          { value: 'wrong', label: message('studioEvaluateWrong') },
        ]}
        onChange={setFilter}
      />
      <WindowedList
        label={message('studioEvaluateTurns')}
        items={items}
        render={renderTurn}
        startsAtEnd={false}
      />
    </section>
  );
}

/** The first rank, or the same action on the same element. */
function isRight(row: TurnRow): boolean {
  return isRankRow(row) ? row.targetRank === 1 : row.exactMatch === 1;
}

function renderTurn({ place, rows }: ListedTurn & { id: string }) {
  const shot = rows.find((row) => row?.shot)?.shot ?? null;
  return (
    <div className={styles.turn} data-bare={shot === null}>
      {shot && (
        <MarkedScreenshot
          image={shot.hash}
          marks={(['target', 'chosen'] as const).flatMap((kind) => {
            const area = shot[kind];
            return area ? [{ kind, rect: { ...area, x: area.left, y: area.top } }] : [];
          })}
        />
      )}
      <div className={styles.result}>
        <h3>{message('studioEvaluateTurn', place.input, String(place.turn + 1), place.intent)}</h3>
        {rows.map((row, at) => row && <Result key={at} row={row} isFirst={at === 0} />)}
      </div>
    </div>
  );
}

function Result({ row, isFirst }: { row: TurnRow; isFirst: boolean }) {
  const verdict = isRight(row) ? 'right' : 'wrong';
  if (isRankRow(row)) {
    return (
      <p data-verdict={verdict}>
        {isFirst && <span>{message('studioEvaluateRequest', row.request)} </span>}
        {row.targetRank === null
          ? message('studioEvaluateNoCandidate')
          : message('studioEvaluateRank', String(row.targetRank), String(row.candidates))}
      </p>
    );
  }
  return (
    <dl data-verdict={verdict}>
      {isFirst && (
        <>
          <dt>{message('studioEvaluateExpected')}</dt>
          <dd>
            <code>{row.reference}</code>
          </dd>
        </>
      )}
      <dt>{message('studioEvaluateCame')}</dt>
      <dd>
        <code>{row.output || message('studioEvaluateNoAnswer')}</code>{' '}
        <span>{message('studioEvaluateOverall', writeScore(zeroMismatch(row).overall))}</span>
      </dd>
    </dl>
  );
}
