import { useState } from 'react';
import type { EvaluationSubject } from '../../../app/library/evaluate.ts';
import { compareRuns, pairRows } from '../../../core/evaluation/compare.ts';
import { writeDifference, writeScore } from '../../../core/evaluation/report/html.ts';
import { pickMeasures } from '../../../core/evaluation/summarize.ts';
import type { StrategyName } from '../../../core/navigator/model/endpoint-settings.ts';
import { STRATEGIES } from '../../../core/strategies/strategies.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button, IconButton } from '../../../ui/components/buttons.tsx';
import { listOptions, SelectField } from '../../../ui/components/fields.tsx';
import { BackIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { ListDetails } from '../../../ui/components/list-details.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { Progress } from '../../../ui/components/progress.tsx';
import { formatCost } from '../../../ui/format.ts';
import { EvaluationTurns } from './evaluation-turns.tsx';
import type { EvaluationModel, EvaluationRun, RunningEvaluation } from './evaluation-controller.ts';
import {
  cancelEvaluation,
  closeEvaluation,
  evaluate,
  exportReport,
  pauseEvaluation,
  showRuns,
  SUBJECTS,
  useEvaluation,
  useRuns,
} from './evaluation-controller.ts';
import styles from './evaluation.module.css';

/** Judges a ranker, the built-in navigator or the endpoint by the demonstrations, and compares two runs. */
export function Evaluation() {
  const model = useEvaluation();
  const { runs } = useRuns();
  if (!model) return null;
  const { shown, problem } = model;
  const [first, second = null] = shown.flatMap((id) => runs.find((run) => run.id === id) ?? []);
  return (
    <KeepFocus className={styles.evaluation}>
      <div className={styles.head}>
        <IconButton label={message('studioBack')} icon={<BackIcon />} onClick={closeEvaluation} />
        <h2>{message('studioEvaluate')}</h2>
      </div>
      <p className={styles.lead}>{message('studioEvaluateLead')}</p>
      <Setup model={model} />
      {problem !== null && <Notice tone="error" happened={problem} role="alert" />}
      {runs.length > 0 && <RunChoice runs={runs} shown={shown} />}
      {first && (
        <>
          <section className={styles.figures} aria-label={message('studioEvaluateFigures')}>
            {second ? <Comparison first={first} second={second} /> : <Means run={first} />}
            {[first, second].map((run) => run && <RunFacts key={run.id} run={run} />)}
          </section>
          <EvaluationTurns first={first} second={second} />
        </>
      )}
    </KeepFocus>
  );
}

const STRATEGY_OPTIONS = Object.values(STRATEGIES).map(({ name }) => ({
  value: name,
  label: name,
}));

/** What is evaluated next; keeps its choices while an evaluation runs in its place. */
function Setup({ model: { groups, endpoint, running } }: { model: EvaluationModel }) {
  const [group, setGroup] = useState(groups[0]?.value ?? '');
  const [subject, setSubject] = useState<EvaluationSubject>('small');
  const [strategy, setStrategy] = useState<StrategyName>('weblinx');
  const ids = groups.find(({ value }) => value === group)?.ids ?? [];
  const subjects: { value: EvaluationSubject; label: string }[] = [...listOptions(SUBJECTS)];
  if (endpoint) {
    subjects.push({ value: 'endpoint', label: message('studioEvaluateModel', endpoint.model) });
  }
  if (running) return <RunProgress running={running} />;
  return (
    <div className={styles.setup}>
      <SelectField
        label={message('studioExportWhat')}
        value={group}
        options={groups}
        onChange={setGroup}
      />
      <SelectField
        label={message('studioEvaluateSubject')}
        hint={endpoint ? null : message('studioEvaluateNoEndpoint')}
        value={subject}
        options={subjects}
        onChange={setSubject}
      />
      {subject === 'endpoint' && (
        <SelectField
          label={message('studioEvaluateStrategy')}
          value={strategy}
          options={STRATEGY_OPTIONS}
          onChange={setStrategy}
        />
      )}
      <Button
        variant="primary"
        disabled={ids.length === 0}
        onClick={() => void evaluate({ ids, subject, strategy })}
      >
        {message('studioEvaluateRun')}
      </Button>
    </div>
  );
}

function RunProgress({ running }: { running: RunningEvaluation }) {
  const { label, done, total, turns, spent, isPaused } = running;
  const facts = [
    countMessage('turnCount', turns),
    message('studioBundleProgress', String(Math.floor(done)), String(total)),
    ...(spent === null ? [] : [message('studioEvaluateSpent', formatCost(spent))]),
  ];
  return (
    <div role="group" aria-label={message('studioEvaluateRunning', label)}>
      <Progress label={label} value={done} max={total} onCancel={cancelEvaluation}>
        {facts.join(' · ')}
        <Button onClick={() => pauseEvaluation(!isPaused)}>
          {message(isPaused ? 'commonResume' : 'commonPause')}
        </Button>
      </Progress>
    </div>
  );
}

interface RunChoiceProps {
  runs: readonly EvaluationRun[];
  shown: readonly string[];
}

function RunChoice({ runs, shown }: RunChoiceProps) {
  const [first = '', second = 'none'] = shown;
  const options = runs.map((run, at) => ({ value: run.id, label: `${at + 1}. ${run.label}` }));
  return (
    <div className={styles.setup}>
      <SelectField
        label={message('studioEvaluateShown')}
        value={first}
        options={options}
        onChange={(id) => showRuns([id])}
      />
      {runs.length > 1 && (
        <SelectField
          label={message('studioEvaluateOther')}
          value={second}
          options={[
            { value: 'none', label: message('studioEvaluateNone') },
            ...options.filter(({ value }) => value !== first),
          ]}
          onChange={(id) => showRuns(id === 'none' ? [first] : [first, id])}
        />
      )}
      <Button onClick={() => void exportReport(shown)}>{message('studioEvaluateReport')}</Button>
    </div>
  );
}

function Means({ run: { rows, label } }: { run: EvaluationRun }) {
  return (
    <FigureTable
      caption={`${label} · ${countMessage('turnCount', rows.length)}`}
      columns={[message('studioEvaluateMean'), message('studioEvaluateCount')]}
      figures={pickMeasures(rows).map((measure) => {
        const values = rows.flatMap((row) => measure.read(row) ?? []);
        const sum = values.reduce((total, value) => total + value, 0);
        const mean = values.length === 0 ? null : sum / values.length;
        return [measure.label, writeScore(mean), String(values.length)];
      })}
    />
  );
}

function Comparison({ first, second }: { first: EvaluationRun; second: EvaluationRun }) {
  const pairs = pairRows(first.rows, second.rows);
  const kinds = new Set(pairs.map(({ a, b }) => 'targetRank' in a === 'targetRank' in b));
  if (pairs.length === 0 || kinds.has(false)) return <p>{message('studioEvaluateNothing')}</p>;
  const { differences, turns } = compareRuns(pairs);
  const columns = [
    ...[first.label, second.label],
    ...[message('studioEvaluateDifference'), message('studioEvaluateInterval')],
  ];
  return (
    <FigureTable
      caption={message('studioEvaluateBoth', countMessage('turnCount', turns))}
      columns={columns}
      figures={differences.map(({ label, a, b, difference, interval }) => [
        ...[label, writeScore(a), writeScore(b), writeDifference(difference)],
        interval ? `${writeDifference(interval.low)} … ${writeDifference(interval.high)}` : '–',
      ])}
    />
  );
}

interface FigureTableProps {
  caption: string;
  /** After the first one, which has the names. */
  columns: readonly string[];
  /** The name of each figure, and its cells. */
  figures: readonly (readonly string[])[];
}

function FigureTable({ caption, columns, figures }: FigureTableProps) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {[message('studioEvaluateFigure'), ...columns].map((column, at) => (
            <th key={at} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a run cost, and what it has no result for. */
function RunFacts({ run: { label, left, isWhole, spent } }: { run: EvaluationRun }) {
  return (
    <>
      {!isWhole && <p>{message('studioEvaluateCut', label)}</p>}
      {spent !== null && <p>{message('studioEvaluateSpent', formatCost(spent))}</p>}
      <ListDetails summary={countMessage('studioEvaluateLeft', left.length)} lines={left} />
    </>
  );
}
