import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';
import type {
  InstalledModel,
  ModelJob,
  ModelProgress,
  ModelSpec,
} from '../../../protocol/models.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { formatBytes } from '../../../ui/format.ts';
import type { ModelsEvents, ModelsModel } from '../settings-model.ts';
import { ModelFromFiles, ModelFromUrl } from './custom-model-forms.tsx';
import styles from './models.module.css';

interface ModelsProps {
  models: ModelsModel;
  events: ModelsEvents;
}

const TRUST: Record<InstalledModel['trust'], MessageName> = {
  known: 'settingsTrustKnown',
  listed: 'settingsTrustListed',
  'first use': 'settingsTrustFirst',
};

const INPUTS: Record<InstalledModel['format'], MessageName> = {
  compact: 'settingsReadsCompact',
  'dmr-exact': 'settingsReadsDmr',
};

interface InstalledProps {
  model: InstalledModel;
  /** Texts in the cache. */
  remembered: number;
  events: ModelsEvents;
}

function InstalledModelCard({ model, remembered, events }: InstalledProps) {
  const { name, host, bytes, precision, dim, format, hash, trust } = model;
  return (
    <div className={styles.card}>
      <h3>{name}</h3>
      <dl className={styles.facts}>
        <dt>{message('settingsModelFrom')}</dt>
        <dd>{host ?? message('settingsModelOwnFiles')}</dd>
        <dt>{message('settingsModelSize')}</dt>
        <dd>{message('settingsModelSizeText', formatBytes(bytes), precision, dim)}</dd>
        <dt>{message('settingsModelReads')}</dt>
        <dd>{message(INPUTS[format])}</dd>
        <dt>{message('settingsModelCache')}</dt>
        <dd>{countMessage('settingsModelCacheText', remembered)}</dd>
        <dt>SHA-256</dt>
        <dd>
          <code>{hash}</code>
          <br />
          {message(TRUST[trust])}
        </dd>
      </dl>
      <div className={styles.actions}>
        <Button disabled={remembered === 0} onClick={events.onClear}>
          {message('settingsClearCache')}
        </Button>
        <ConfirmButton
          label={message('settingsRemoveModel')}
          cancelLabel={message('commonKeep')}
          question={message('settingsRemoveModelQuestion')}
          onConfirm={events.onRemove}
        />
      </div>
    </div>
  );
}

interface OfferedProps {
  spec: ModelSpec;
  isFirst: boolean;
  disabled: boolean;
  onGet: () => void;
}

function OfferedModel({ spec, isFirst, disabled, onGet }: OfferedProps) {
  const { name, roughBytes, licence, weights } = spec;
  const { host } = new URL(weights.url);
  return (
    <li className={styles.offer}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.note}>
          {roughBytes === null
            ? message('settingsOffer', host)
            : message('settingsOfferSize', formatBytes(roughBytes), host)}{' '}
          {licence !== null && message('settingsOfferLicence', licence)}{' '}
          {message(isFirst ? 'settingsOfferFirst' : 'settingsOfferOther')}
        </p>
      </div>
      <Button
        variant={isFirst ? 'primary' : 'plain'}
        disabled={disabled}
        aria-label={message('settingsGetNamed', name)}
        onClick={onGet}
      >
        {message('settingsGet')}
      </Button>
    </li>
  );
}

/** The ranker's model: the installed one, the offers, and the progress of an installation. */
export function Models({ models, events }: ModelsProps) {
  const { installed, unfinished, job, offered, problem, remembered } = models;
  const isBusy = job.state === 'running';
  const others = offered.filter(({ name }) => name !== installed?.name);
  return (
    <div className={styles.models}>
      {installed && (
        <InstalledModelCard model={installed} remembered={remembered} events={events} />
      )}
      <InstallStatus job={job} onCancel={events.onCancel} />
      {!isBusy && unfinished && (
        <Notice
          tone="info"
          happened={message('settingsDownloadUnfinished', unfinished.spec.name)}
          saved={message('settingsDownloadUnfinishedSaved', formatBytes(unfinished.loaded))}
          actions={[
            { id: 'resume', label: message('settingsResume') },
            { id: 'discard', label: message('commonDiscard') },
          ]}
          onAction={(id) => {
            if (id === 'resume') events.onInstall(unfinished.spec);
            else events.onDiscard();
          }}
        />
      )}
      {problem !== null && (
        <Notice tone="error" happened={problem} saved={message('settingsUnchanged')} role="alert" />
      )}
      <h3>{message(installed ? 'settingsUseAnother' : 'settingsAddModel')}</h3>
      <p className={styles.note}>{message('settingsModelsNote')}</p>
      <ul className={styles.offers}>
        {others.map((spec) => (
          <OfferedModel
            key={spec.id}
            spec={spec}
            isFirst={spec === offered[0]}
            disabled={isBusy}
            onGet={() => events.onInstall(spec)}
          />
        ))}
      </ul>
      <ModelFromFiles disabled={isBusy} onImport={events.onImport} />
      <ModelFromUrl disabled={isBusy} onFetch={events.onFetch} />
    </div>
  );
}

const PHASES: Record<ModelProgress['phase'], MessageName> = {
  vocabulary: 'settingsFetchVocabulary',
  weights: 'settingsFetchWeights',
  verify: 'settingsVerify',
  try: 'settingsTry',
};

function formatRemaining(seconds: number): string {
  return seconds < 60
    ? message('settingsSecondsLeft', Math.max(1, Math.round(seconds)))
    : message('settingsMinutesLeft', Math.round(seconds / 60));
}

function describeDownload({ loaded, total, bytesPerS, etaS }: ModelProgress): string {
  return [
    total === null
      ? formatBytes(loaded)
      : message('commonAmountOf', formatBytes(loaded), formatBytes(total)),
    ...(bytesPerS === null
      ? []
      : [message('settingsPerSecond', formatBytes(Math.round(bytesPerS)))]),
    ...(etaS === null ? [] : [formatRemaining(etaS)]),
  ].join(' · ');
}

function InstallProgress({ name, progress }: { name: string; progress: ModelProgress | null }) {
  const isFetching = progress?.phase === 'weights' || progress?.phase === 'vocabulary';
  const share =
    isFetching && progress.total !== null && progress.total > 0
      ? progress.loaded / progress.total
      : undefined;
  const phase = message(progress ? PHASES[progress.phase] : 'settingsStarting');
  return (
    <>
      <p className={styles.name}>{message('settingsInstalling', name)}</p>
      <progress
        className={styles.bar}
        max={1}
        value={share}
        aria-label={message('settingsPhaseOf', phase, name)}
      />
      <p className={styles.note}>
        {phase}
        {isFetching && <> · {describeDownload(progress)}</>}
      </p>
    </>
  );
}

/** The current installation, or how the last one ended. */
function InstallStatus({ job, onCancel }: { job: ModelJob; onCancel: () => void }) {
  return (
    <>
      {job.state === 'running' && (
        <div className={styles.job}>
          <InstallProgress {...job} />
          <Button onClick={onCancel}>{message('commonCancel')}</Button>
        </div>
      )}
      <div role="status" className={styles.said}>
        {job.state === 'done' && (
          <Notice tone="good" happened={message('settingsInstalled', job.name)} />
        )}
        {job.state === 'failed' && (
          <Notice
            tone="error"
            happened={message('settingsNotInstalled', job.name)}
            saved={job.reason}
          />
        )}
      </div>
    </>
  );
}
