import { useState } from 'react';
import type { EvaluationSubject } from '../../../app/library/evaluate.ts';
import { compareRuns, pairRows } from '../../../core/evaluation/compare.ts';
import { writeDifference, writeScore } from '../../../core/evaluation/report/html.ts';
import { pickMeasures } from '../../../core/evaluation/summarize.ts';
import type { StrategyName } from '../../../core/navigator/model/endpoint-settings.ts';
import { STRATEGIES } from '../../../core/strategies/strategies.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button, IconButton } from '../../../ui/components/buttons.tsx';
import { SelectField } from '../../../ui/components/fields.tsx';
import { BackIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { formatCost } from '../../../ui/format.ts';
import type { EvaluationModel, EvaluationRun, StudioEvents } from '../studio-model.ts';
import styles from './evaluation.module.css';
import { EvaluationTurns } from './evaluation-turns.tsx';
import { listScopes } from './list-scopes.ts';

interface EvaluationProps {
  model: EvaluationModel;
  events: StudioEvents;
}

/** Judges a ranker, the built-in navigator or the endpoint by the demonstrations, and compares two runs. */
export function Evaluation({ model, events }: EvaluationProps) {
  const { runs, shown, problem } = model;
  const [first, second] = shown.flatMap((id) => runs.find((run) => run.id === id) ?? []);
  return (
    <KeepFocus className={styles.evaluation}>
      <div className={styles.head}>
        <IconButton
          label={message('studioBack')}
          icon={<BackIcon />}
          onClick={events.onCloseEvaluation}
        />
        <h2>{message('studioEvaluate')}</h2>
      </div>
      <p className={styles.lead}>{message('studioEvaluateLead')}</p>
      <Setup model={model} events={events} />
      {problem !== null && <Notice tone="error" happened={problem} role="alert" />}
      {runs.length > 0 && <Runs runs={runs} shown={shown} events={events} />}
      {first && <Figures first={first} second={second ?? null} />}
      {first && <EvaluationTurns first={first} second={second ?? null} />}
    </KeepFocus>
  );
}

const STRATEGY_OPTIONS = Object.values(STRATEGIES).map(({ name }) => ({
  value: name,
  label: name,
}));

function Setup({ model, events }: EvaluationProps) {
  const { endpoint, running } = model;
  const scopes = listScopes(model.scope);
  const [scope, setScope] = useState(scopes[0]?.value ?? '');
  const [subject, setSubject] = useState<EvaluationSubject>('small');
  const [strategy, setStrategy] = useState<StrategyName>('weblinx');
  const ids = scopes.find(({ value }) => value === scope)?.ids ?? [];
  const subjects: { value: EvaluationSubject; label: string }[] = [
    { value: 'small', label: message('studioEvaluateSmall') },
    { value: 'lexical', label: message('studioEvaluateLexical') },
    { value: 'direct', label: message('studioEvaluateDirect') },
    ...(endpoint === null
      ? []
      : [{ value: 'endpoint' as const, label: message('studioEvaluateModel', endpoint) }]),
  ];
  if (running) return <Progress running={running} events={events} />;
  return (
    <div className={styles.setup}>
      <SelectField
        label={message('studioExportWhat')}
        value={scope}
        options={scopes}
        onChange={setScope}
      />
      <SelectField
        label={message('studioEvaluateSubject')}
        hint={endpoint === null ? message('studioEvaluateNoEndpoint') : null}
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
        onClick={() => events.onEvaluate({ ids, subject, strategy })}
      >
        {message('studioEvaluateRun')}
      </Button>
    </div>
  );
}

interface ProgressProps {
  running: NonNullable<EvaluationModel['running']>;
  events: StudioEvents;
}

function Progress({ running, events }: ProgressProps) {
  const { label, done, total, turns, spent, isPaused } = running;
  return (
    <div className={styles.setup} role="group" aria-label={message('studioEvaluateRunning', label)}>
      <progress value={done} max={Math.max(1, total)} aria-label={label} />
      <span>
        {countMessage('turnCount', turns)} ·{' '}
        {message('studioBundleProgress', String(Math.floor(done)), String(total))}
        {spent !== null && ` · ${message('studioEvaluateSpent', formatCost(spent))}`}
      </span>
      <Button onClick={() => events.onPauseEvaluation(!isPaused)}>
        {message(isPaused ? 'commonResume' : 'commonPause')}
      </Button>
      <Button onClick={events.onCancelEvaluation}>{message('commonCancel')}</Button>
    </div>
  );
}

interface RunsProps {
  runs: readonly EvaluationRun[];
  shown: readonly string[];
  events: StudioEvents;
}

function Runs({ runs, shown, events }: RunsProps) {
  const [first = '', second = 'none'] = shown;
  const options = runs.map((run, at) => ({ value: run.id, label: `${at + 1}. ${run.label}` }));
  return (
    <div className={styles.setup}>
      <SelectField
        label={message('studioEvaluateShown')}
        value={first}
        options={options}
        onChange={(id) => events.onShowRuns([id])}
      />
      {runs.length > 1 && (
        <SelectField
          label={message('studioEvaluateOther')}
          value={second}
          options={[
            { value: 'none', label: message('studioEvaluateNone') },
            ...options.filter(({ value }) => value !== first),
          ]}
          onChange={(id) => events.onShowRuns(id === 'none' ? [first] : [first, id])}
        />
      )}
      <Button onClick={() => events.onExportReport(shown)}>
        {message('studioEvaluateReport')}
      </Button>
    </div>
  );
}

function Figures({ first, second }: { first: EvaluationRun; second: EvaluationRun | null }) {
  return (
    <section className={styles.figures} aria-label={message('studioEvaluateFigures')}>
      {second ? <Comparison first={first} second={second} /> : <Means run={first} />}
      {[first, second].map((run) => run && <Left key={run.id} run={run} />)}
    </section>
  );
}

function Means({ run: { rows, label } }: { run: EvaluationRun }) {
  const means = pickMeasures(rows).map((measure) => {
    const values = rows.flatMap((row) => measure.read(row) ?? []);
    const sum = values.reduce((total, value) => total + value, 0);
    return {
      ...measure,
      mean: values.length === 0 ? null : sum / values.length,
      count: values.length,
    };
  });
  return (
    <table>
      <caption>{`${label} · ${countMessage('turnCount', rows.length)}`}</caption>
      <thead>
        <tr>
          <th scope="col">{message('studioEvaluateFigure')}</th>
          <th scope="col">{message('studioEvaluateMean')}</th>
          <th scope="col">{message('studioEvaluateCount')}</th>
        </tr>
      </thead>
      <tbody>
        {means.map(({ name, label: figure, mean, count }) => (
          <tr key={name}>
            <th scope="row">{figure}</th>
            <td>{writeScore(mean)}</td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Comparison({ first, second }: { first: EvaluationRun; second: EvaluationRun }) {
  const pairs = pairRows(first.rows, second.rows);
  const kinds = new Set(pairs.map(({ a, b }) => 'targetRank' in a === 'targetRank' in b));
  if (pairs.length === 0 || kinds.has(false)) return <p>{message('studioEvaluateNothing')}</p>;
  const { differences, turns } = compareRuns(pairs);
  return (
    <table>
      <caption>{message('studioEvaluateBoth', countMessage('turnCount', turns))}</caption>
      <thead>
        <tr>
          <th scope="col">{message('studioEvaluateFigure')}</th>
          <th scope="col">{first.label}</th>
          <th scope="col">{second.label}</th>
          <th scope="col">{message('studioEvaluateDifference')}</th>
          <th scope="col">{message('studioEvaluateInterval')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ name, label, a, b, difference, interval }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td>{writeScore(a)}</td>
            <td>{writeScore(b)}</td>
            <td>{writeDifference(difference)}</td>
            <td>
              {interval
                ? `${writeDifference(interval.low)} … ${writeDifference(interval.high)}`
                : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a run has no result for. */
function Left({ run: { label, left, isWhole, spent } }: { run: EvaluationRun }) {
  return (
    <>
      {!isWhole && <p>{message('studioEvaluateCut', label)}</p>}
      {spent !== null && <p>{message('studioEvaluateSpent', formatCost(spent))}</p>}
      {left.length > 0 && (
        <details>
          <summary>{countMessage('studioEvaluateLeft', left.length)}</summary>
          <ul>
            {left.map((sentence, at) => (
              <li key={at}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
