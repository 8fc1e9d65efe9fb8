import type { ReactNode } from 'react';
import type { Check, Remedy } from '../../../platform/endpoint/diagnose/explain-finding.ts';
import { CHECK_TITLES } from '../../../platform/endpoint/diagnose/explain-finding.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import styles from './diagnosis.module.css';
import type { DiagnosisModel } from '../settings-model.ts';

interface DiagnosisProps {
  diagnosis: DiagnosisModel;
  /** `choice` is the model that was clicked; empty for the others. */
  onRemedy: (remedy: Remedy, choice: string) => void;
}

const STATE_ICONS: Record<Check['state'], ReactNode> = {
  running: <InfoIcon />,
  passed: <CheckIcon />,
  warned: <WarningIcon />,
  failed: <CloseIcon />,
  skipped: <InfoIcon />,
};

const STATE_LABELS: Record<Check['state'], string> = {
  running: 'Looking',
  passed: 'Good',
  warned: 'To look at',
  failed: 'Wrong',
  skipped: 'Not looked at',
};

/** The one sentence that is read out. */
function summarize({ state, checks }: DiagnosisModel): string {
  if (state === 'none') return '';
  if (state === 'running') return 'Looking at the endpoint…';
  const wrong = checks.filter((check) => check.state === 'failed');
  const warned = checks.filter((check) => check.state === 'warned');
  if (wrong.length > 0) {
    return `Something is wrong: ${wrong.map(({ id }) => CHECK_TITLES[id]).join(', ')}.`;
  }
  if (checks.some((check) => check.state === 'skipped')) return 'It was cancelled.';
  return warned.length > 0 ? 'It works, with something to look at.' : 'Everything works.';
}

function RemedyButton({ remedy, onRemedy }: { remedy: Remedy } & Pick<DiagnosisProps, 'onRemedy'>) {
  if (remedy.kind === 'model') return null;
  const label =
    remedy.kind === 'base-url'
      ? `Use ${remedy.baseUrl}`
      : remedy.kind === 'context'
        ? `Use ${String(remedy.tokens)} tokens`
        : remedy.kind === 'turn-off'
          ? `Turn ${remedy.option === 'images' ? 'pictures' : 'tools'} off`
          : 'Get the model';
  return <Button onClick={() => onRemedy(remedy, '')}>{label}</Button>;
}

function AvailableModels({ check, onRemedy }: { check: Check } & Pick<DiagnosisProps, 'onRemedy'>) {
  const { remedy } = check;
  if (remedy?.kind !== 'model') return null;
  return (
    <details className={styles.models} open={check.state === 'failed'}>
      <summary>The models it has ({remedy.models.length})</summary>
      <ul>
        {remedy.models.map((model) => (
          <li key={model}>
            <Button onClick={() => onRemedy(remedy, model)}>{model}</Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function CheckLine({ check, onRemedy }: { check: Check } & Pick<DiagnosisProps, 'onRemedy'>) {
  const { line, remedy } = check;
  return (
    <li className={styles.line} data-state={check.state}>
      <span className={styles.icon} title={STATE_LABELS[check.state]}>
        {STATE_ICONS[check.state]}
        <span className="visually-hidden">{STATE_LABELS[check.state]}: </span>
      </span>
      <div className={styles.what}>
        <p>
          <strong>{CHECK_TITLES[check.id]}</strong> {check.message}
        </p>
        {line !== undefined && (
          <p className={styles.copy}>
            <code>{line}</code>
            <Button onClick={() => void navigator.clipboard.writeText(line)}>Copy</Button>
          </p>
        )}
        {remedy && <RemedyButton remedy={remedy} onRemedy={onRemedy} />}
        <AvailableModels check={check} onRemedy={onRemedy} />
      </div>
    </li>
  );
}

/** What was found out about the endpoint, line by line while it is looked at. */
export function Diagnosis({ diagnosis, onRemedy }: DiagnosisProps) {
  return (
    <div className={styles.diagnosis}>
      <p role="status" className={styles.summary}>
        {summarize(diagnosis)}
      </p>
      {diagnosis.state !== 'none' && (
        <ul className={styles.lines}>
          {diagnosis.checks.map((check) => (
            <CheckLine key={check.id} check={check} onRemedy={onRemedy} />
          ))}
        </ul>
      )}
    </div>
  );
}
