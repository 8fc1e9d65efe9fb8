import type { ReactNode } from 'react';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import type { Check, Remedy } from '../../../platform/endpoint/diagnose/explain-finding.ts';
import { CHECK_TITLES } from '../../../platform/endpoint/diagnose/explain-finding.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import type { DiagnosisModel } from './endpoint-controller.ts';
import styles from './diagnosis.module.css';

interface DiagnosisProps {
  diagnosis: DiagnosisModel;
  /** `choice` is the chosen model; empty for other remedies. */
  onRemedy: (remedy: Remedy, choice: string) => void;
}

type CheckProps = Pick<DiagnosisProps, 'onRemedy'> & { check: Check };

const STATES: Record<Check['state'], { icon: ReactNode; label: MessageName }> = {
  running: { icon: <InfoIcon />, label: 'settingsCheckRunning' },
  passed: { icon: <CheckIcon />, label: 'settingsCheckPassed' },
  warned: { icon: <WarningIcon />, label: 'settingsCheckWarned' },
  failed: { icon: <CloseIcon />, label: 'settingsCheckFailed' },
  skipped: { icon: <InfoIcon />, label: 'settingsCheckSkipped' },
};

/** Returns the sentence that screen readers announce. */
function summarize({ state, checks }: DiagnosisModel): string {
  if (state === 'none') return '';
  if (state === 'running') return message('settingsDiagnosing');
  const failed = checks.filter((check) => check.state === 'failed');
  if (failed.length > 0) {
    const titles = failed.map(({ id }) => CHECK_TITLES[id]).join(', ');
    return message('settingsDiagnosisFailed', titles);
  }
  const has = (wanted: Check['state']): boolean => checks.some((check) => check.state === wanted);
  if (has('skipped')) return message('settingsDiagnosisCancelled');
  return message(has('warned') ? 'settingsDiagnosisWarned' : 'settingsDiagnosisPassed');
}

function labelRemedy(remedy: Exclude<Remedy, { kind: 'model' }>): string {
  switch (remedy.kind) {
    case 'base-url':
      return message('settingsUseUrl', remedy.baseUrl);
    case 'context':
      return message('settingsUseTokens', remedy.tokens);
    case 'turn-off':
      return message(remedy.option === 'images' ? 'settingsImagesOff' : 'settingsToolsOff');
    case 'get-model':
      return message('settingsGetModel');
  }
}

function RemedyControls({ check, onRemedy }: CheckProps) {
  const { remedy } = check;
  if (!remedy) return null;
  if (remedy.kind !== 'model') {
    return <Button onClick={() => onRemedy(remedy, '')}>{labelRemedy(remedy)}</Button>;
  }
  return (
    <details className={styles.models} open={check.state === 'failed'}>
      <summary>{message('settingsModelsAvailable', remedy.models.length)}</summary>
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

function CheckLine({ check, onRemedy }: CheckProps) {
  const { line } = check;
  const { icon, label } = STATES[check.state];
  return (
    <li className={styles.line} data-state={check.state}>
      <span className={styles.icon} title={message(label)}>
        {icon}
        <span className="visually-hidden">{message('settingsCheckState', message(label))} </span>
      </span>
      <div className={styles.what}>
        <p>
          <strong>{CHECK_TITLES[check.id]}</strong> {check.message}
        </p>
        {line !== undefined && (
          <p className={styles.copy}>
            <code>{line}</code>
            <Button onClick={() => void navigator.clipboard.writeText(line)}>
              {message('settingsCopy')}
            </Button>
          </p>
        )}
        <RemedyControls check={check} onRemedy={onRemedy} />
      </div>
    </li>
  );
}

/** The checks of an endpoint, one line each as they complete. */
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
